import { Anchor, Badge, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../api';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';

/** The endpoints of the account. */
export function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <Panel>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={SCROLLABLE}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Events</Table.Th>
              <Table.Th>Added</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {webhooks.map((webhook) => (
              <Table.Tr key={webhook.id}>
                <Table.Td maw={360}>
                  <Anchor
                    renderRoot={(props) => (
                      <Link to="/webhooks/$id" params={{ id: webhook.id }} {...props} />
                    )}
                    fz="sm"
                    className="breakable"
                  >
                    {webhook.url}
                  </Anchor>
                  {webhook.description && (
                    <Text fz="xs" c="dimmed">
                      {webhook.description}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <WebhookState webhook={webhook} />
                </Table.Td>
                <Table.Td className="number">{webhook.events.length}</Table.Td>
                <Table.Td>
                  <Moment at={webhook.created_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

/** Who has no pointer scrolls a wide table with the keyboard. */
const SCROLLABLE = { viewportProps: { tabIndex: 0 } };

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason: reason } = webhook;
  return (
    <Badge color={enabled ? 'teal' : 'gray'} variant="light" tt="none" fw={600} miw="max-content">
      {enabled ? 'enabled' : reason === 'gone' ? 'disabled: it answered 410' : 'disabled'}
    </Badge>
  );
}
