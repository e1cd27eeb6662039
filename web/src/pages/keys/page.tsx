import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { KeyIcon } from '../../components/icons';
import { NotForRole } from '../../components/not-for-role';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { mayChange, useSession } from '../../session/session';
import { CreateKey } from './create-key';
import { KeyTable } from './key-table';

/** Keys grant access, so viewers cannot even see the keys' names. */
export function KeysPage() {
  if (mayChange(useSession().role)) return <Keys />;
  return (
    <NotForRole title="Owners and developers only">
      Your role is read-only. Ask a team owner to change it.
    </NotForRole>
  );
}

function Keys() {
  const list = useQuery(apiQuery('/keys'));
  const members = useQuery(apiQuery('/members'));
  const [isCreating, { open, close }] = useDisclosure();
  const make = <Button onClick={open}>Create key</Button>;
  return (
    <Page
      title="API keys"
      lead="Authenticate your apps. Use a separate key for each one."
      actions={make}
    >
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={160} radius="lg" />}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<KeyIcon size={24} />} title="No API keys yet" action={make}>
          Create a key to send requests to the API from your app.
        </EmptyState>
      )}
      {list.data && list.data.data.length > 0 && (
        <KeyTable keys={list.data.data} members={members.data?.data ?? []} />
      )}
      <Dialog opened={isCreating} onClose={close} title="Create key" centered size="lg">
        <CreateKey onDone={close} />
      </Dialog>
    </Page>
  );
}
