import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { TeamIcon } from '../../components/icons';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { useSession } from '../../session/session';
import { CreateInvite } from './create-invite';
import { Invites } from './invites';
import { KeysLeftDialog, type KeysLeft } from './keys-left';
import { MemberTable } from './member-table';

export function TeamPage() {
  const isOwner = useSession().role === 'owner';
  const members = useQuery(apiQuery('/members'));
  const [left, setLeft] = useState<KeysLeft | null>(null);
  const [isInviting, { open, close }] = useDisclosure();
  const invite = isOwner && <Button onClick={open}>Invite member</Button>;
  return (
    <Page title="Team" lead="The members of this account and their roles." actions={invite}>
      {members.error && (
        <ProblemNotice error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.isPending && <Skeleton h={160} radius="lg" />}
      {members.data?.data.length === 0 && (
        <EmptyState icon={<TeamIcon size={24} />} title="No other members yet" action={invite}>
          Invite a colleague. You'll get a link to share, because no email is sent.
        </EmptyState>
      )}
      {members.data && members.data.data.length > 0 && (
        <MemberTable members={members.data.data} onKeysLeft={setLeft} />
      )}
      {isOwner && <Invites />}
      <KeysLeftDialog left={left} onDone={() => setLeft(null)} />
      <Dialog opened={isInviting} onClose={close} title="Invite member" centered size="lg">
        <CreateInvite onDone={close} />
      </Dialog>
    </Page>
  );
}
