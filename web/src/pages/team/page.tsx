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
  const invite = isOwner && <Button onClick={open}>Invite somebody</Button>;
  return (
    <Page
      title="Team"
      lead="Who may sign in to this account, and what each may do."
      actions={invite}
    >
      {members.error && (
        <ProblemNotice error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.isPending && <Skeleton h={160} radius="lg" />}
      {members.data?.data.length === 0 && (
        <EmptyState icon={<TeamIcon size={24} />} title="Nobody but you" action={invite}>
          Invite a colleague: you get a link to hand over. No mail is sent.
        </EmptyState>
      )}
      {members.data && members.data.data.length > 0 && (
        <MemberTable members={members.data.data} onKeysLeft={setLeft} />
      )}
      {isOwner && <Invites />}
      <KeysLeftDialog left={left} onDone={() => setLeft(null)} />
      <Dialog opened={isInviting} onClose={close} title="Invite somebody" centered size="lg">
        <CreateInvite onDone={close} />
      </Dialog>
    </Page>
  );
}
