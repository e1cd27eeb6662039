import { Anchor, Drawer, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookDelivery } from '../../api/contract';
import { request } from '../../api/request';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { WebhookIcon } from '../../components/icons';
import { Moment } from '../../components/moment';
import { Older } from '../../components/load-older';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { Delivery } from '../../deliveries/delivery';
import { GoneNotice, isGone } from './gone-notice';
import { DeliveryState } from '../../deliveries/delivery-state';
import { Recover } from './recover';

const PAGE = 30;
const POLL_MS = 10_000;

const COLUMNS = [
  { label: 'Event' },
  { label: 'Status' },
  { label: 'Response' },
  { label: 'Attempts', isNumber: true },
  { label: 'When', isNumber: true },
];

/** Lists the deliveries to an endpoint, newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['deliveries', webhookId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      const params = { id: webhookId };
      return await request('GET /webhooks/{id}/deliveries', { params, query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: POLL_MS,
  });
  const deliveries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title="Deliveries" actions={<Recover webhookId={webhookId} />}>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={120} />}
      {list.data && deliveries.length === 0 && (
        <EmptyState icon={<WebhookIcon size={24} />} title="No deliveries yet">
          Deliveries appear here. Send a test event or create a generation.
        </EmptyState>
      )}
      {isGone(deliveries) && <GoneNotice />}
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} onOpen={setOpened} />}
      <Older list={list} />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title="Delivery"
      >
        {opened !== null && <Delivery webhookId={webhookId} id={opened} />}
      </Drawer>
    </Panel>
  );
}

interface TableProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onOpen: (id: string) => void;
}

function DeliveryTable({ deliveries, onOpen }: TableProps) {
  return (
    <DataTable columns={COLUMNS} minWidth={560}>
      {deliveries.map((delivery) => (
        <Table.Tr key={delivery.id}>
          <Table.Td>
            <Anchor
              component="button"
              type="button"
              fz="sm"
              fw={550}
              onClick={() => onOpen(delivery.id)}
            >
              {delivery.type}
            </Anchor>
          </Table.Td>
          <Table.Td>
            <DeliveryState status={delivery.status} />
          </Table.Td>
          <Table.Td>
            <Text fz="sm" className="number">
              {delivery.last_status ?? delivery.last_error ?? 'none yet'}
            </Text>
          </Table.Td>
          <Table.Td ta="right" className="number">
            {delivery.attempts}
          </Table.Td>
          <Table.Td ta="right">
            <Moment at={delivery.created_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
