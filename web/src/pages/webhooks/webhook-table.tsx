import { Anchor, Box, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../api/contract';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { WebhookState } from '../../components/status-tags';
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
              <WebhookState webhook={webhook} />
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

const describeEvents = ({ events }: Webhook): string =>
  events.length === EVENT_TYPES.length ? 'All' : `${events.length} of ${EVENT_TYPES.length}`;
