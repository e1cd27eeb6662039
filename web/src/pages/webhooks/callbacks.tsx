import { Anchor, Button, Drawer, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { CodeBlock } from '../../components/code-block';
import { ConfirmButton } from '../../components/confirm-button';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { Delivery } from '../../deliveries/delivery';
import { DeliveryState } from '../../deliveries/delivery-state';

const COLUMNS = [
  { label: 'Event' },
  { label: 'URL' },
  { label: 'Status' },
  { label: 'Attempts', isNumber: true },
  { label: 'When', isNumber: true },
];

/** Shows the deliveries to the URLs of single requests, and their signing secret. */
export function Callbacks() {
  const { role } = useSession();
  const list = useQuery(apiQuery('/webhooks/callback-deliveries'));
  const [opened, setOpened] = useState<{ webhookId: string; id: string } | null>(null);
  const rows = list.data?.data ?? [];
  return (
    <Panel title="Callbacks">
      <Text fz="sm" mb="sm">
        A request can include a <code>webhook_url</code>, which receives that request’s event. All
        callbacks are signed with the same secret.
      </Text>
      {mayChange(role) && <Secret />}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {rows.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={640}>
          {rows.map(
            ({ id, webhook_id: webhookId, type, url, status, attempts, created_at: at }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor
                    component="button"
                    type="button"
                    fz="sm"
                    fw={550}
                    onClick={() => setOpened({ webhookId, id })}
                  >
                    {type}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <Text fz="sm" className="breakable">
                    {url}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <DeliveryState status={status} />
                </Table.Td>
                <Table.Td ta="right" className="number">
                  {attempts}
                </Table.Td>
                <Table.Td ta="right">
                  <Moment at={at} />
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </DataTable>
      )}
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title="Delivery"
      >
        {opened !== null && <Delivery {...opened} />}
      </Drawer>
    </Panel>
  );
}

/** Shows the callback secret on request, and rotates it. */
function Secret() {
  const show = useMutation({
    mutationFn: async () => await request('GET /webhooks/callback-secret'),
  });
  return (
    <>
      <Group gap="xs" mb="sm">
        <Button
          size="compact-sm"
          variant="default"
          loading={show.isPending}
          onClick={() => show.mutate()}
        >
          Show secret
        </Button>
        <ConfirmButton
          variant="default"
          color="indigo"
          label="Rotate secret"
          title="Rotate callback secret?"
          act={async () => {
            const headers = createIdempotencyKey();
            await request('POST /webhooks/callback-secret/rotate', { headers });
            await show.mutateAsync();
          }}
        >
          For 24 hours, callbacks will be signed with both the new secret and the current one.
          Update your server before then. Older secrets will stop working immediately.
        </ConfirmButton>
      </Group>
      {show.error && <ProblemNotice error={show.error} />}
      {show.data && <CodeBlock text={show.data.secret} what="callback secret" />}
    </>
  );
}
