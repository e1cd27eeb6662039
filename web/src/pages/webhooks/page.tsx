import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { WebhookIcon } from '../../components/icons';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { mayChange, useSession } from '../../session/session';
import { Callbacks } from './callbacks';
import { CreateWebhook } from './create-webhook';
import { WebhookTable } from './webhook-table';

export function WebhooksPage() {
  const { role } = useSession();
  const list = useQuery(apiQuery('/webhooks'));
  const [isCreating, { open, close }] = useDisclosure();
  const add = mayChange(role) && <Button onClick={open}>Add endpoint</Button>;
  return (
    <Page
      title="Webhooks"
      lead="Send signed events to your server, with automatic retries."
      actions={add}
    >
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={120} radius="lg" />}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<WebhookIcon size={24} />} title="No endpoints yet" action={add}>
          Add your server's https URL to get notified when a generation finishes, instead of
          polling.
        </EmptyState>
      )}
      {list.data && list.data.data.length > 0 && <WebhookTable webhooks={list.data.data} />}
      <Callbacks />
      <Dialog opened={isCreating} onClose={close} title="Add endpoint" centered size="lg">
        <CreateWebhook onDone={close} />
      </Dialog>
    </Page>
  );
}
