import { Anchor, Box, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { WebhookState } from '../../components/status-tags';
import { Tag } from '../../components/tag';
import { EVENT_TYPES } from './event-types';

const COLUMNS = [
  { label: 'URL' },
  { label: 'Status' },
  { label: 'Events', isNumber: true },
  { label: 'Added', isNumber: true },
];

/** Lists the account's endpoints. */
export function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <Panel>
      <DataTable columns={COLUMNS} minWidth={560}>
        {webhooks.map((webhook) => (
          <Table.Tr key={webhook.id}>
            <Table.Td maw={420}>
              <Box>
                <Anchor
                  renderRoot={(props) => (
                    <Link to="/webhooks/$id" params={{ id: webhook.id }} {...props} />
                  )}
                  fz="sm"
                  fw={550}
                  className="breakable"
                >
                  {webhook.url}
                </Anchor>
                {webhook.description && (
                  <Text fz="xs" c="dimmed" className="breakable">
                    {webhook.description}
                  </Text>
                )}
              </Box>
            </Table.Td>
            <Table.Td>
              <Group gap={4}>
                <WebhookState webhook={webhook} />
                <Health id={webhook.id} />
              </Group>
            </Table.Td>
            <Table.Td ta="right" className="number unbroken">
              {describeEvents(webhook)}
            </Table.Td>
            <Table.Td ta="right">
              <Moment at={webhook.created_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}

const HEALTH_MS = 60_000;

/** Warns if the endpoint did not accept the latest event. */
function Health({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...apiQuery('/webhooks/{id}/deliveries', { params: { id }, query: { limit: 1 } }),
    // A key that events do not invalidate: there is one request per endpoint.
    queryKey: ['webhook-health', id],
    staleTime: HEALTH_MS,
  });
  const [latest] = data?.data ?? [];
  if (!latest?.last_error) return null;
  if (latest.status === 'failed') return <Tag color="red">last delivery failed</Tag>;
  return latest.status === 'pending' && <Tag color="orange">retrying</Tag>;
}

const describeEvents = ({ events }: Webhook): string =>
  events.length === EVENT_TYPES.length ? 'All' : `${events.length} of ${EVENT_TYPES.length}`;
