import { Anchor, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries';
import { Id } from '../../components/id';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { mayChange, useSession } from '../../session/session';
import { WebhookState } from '../../components/status-tags';
import { WebhookActions } from './actions';
import { Deliveries } from './deliveries';

const route = getRouteApi('/shell/webhooks/$id');

export function WebhookPage() {
  const { id } = route.useParams();
  const { role } = useSession();
  const {
    data: webhook,
    error,
    isPending,
    refetch,
  } = useQuery(apiQuery('/webhooks/{id}', { params: { id } }));
  return (
    <Page
      title={webhook?.url ?? 'Webhook'}
      lead={
        <Group gap="sm">
          {webhook && <WebhookState webhook={webhook} />}
          <Id value={id} />
        </Group>
      }
      back={
        <Anchor renderRoot={(props) => <Link to="/webhooks" {...props} />} fz="sm">
          Webhooks
        </Anchor>
      }
      actions={webhook && mayChange(role) && <WebhookActions webhook={webhook} />}
    >
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={160} radius="lg" />}
      {webhook && <Deliveries webhookId={id} />}
    </Page>
  );
}
