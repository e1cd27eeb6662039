import { Code, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AdminKey } from '../../api/contract';
import { request } from '../../api/request';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { KeyIcon } from '../../components/icons';
import { Older } from '../../components/load-older';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';

const PAGE = 20;
const COLUMNS = [
  { label: 'Key' },
  { label: 'Status' },
  { label: 'Last used' },
  { label: 'Created' },
];

/** Lists an account's API keys, including revoked keys. */
export function AccountKeys({ accountId: id }: { readonly accountId: string }) {
  const list = useInfiniteQuery({
    queryKey: ['admin-keys', id],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      return await request('GET /admin/accounts/{id}/keys', { params: { id }, query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  const keys = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title="API keys">
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={120} />}
      {list.data && keys.length === 0 && (
        <EmptyState icon={<KeyIcon size={24} />} title="No API keys yet">
          Keys that the account creates appear here, also after they are revoked.
        </EmptyState>
      )}
      {keys.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={560}>
          {keys.map((key) => (
            <KeyRow key={key.id} row={key} />
          ))}
        </DataTable>
      )}
      <Older list={list} />
    </Panel>
  );
}

function KeyRow({ row }: { readonly row: AdminKey }) {
  return (
    <Table.Tr>
      <Table.Td maw={280}>
        <Text fz="sm" fw={550} className="breakable">
          {row.name || 'Unnamed'}
        </Text>
        <Code fz="xs">{`${row.prefix}…`}</Code>
      </Table.Td>
      <Table.Td>
        {row.revoked_at === null ? (
          <Tag color="teal">active</Tag>
        ) : (
          <>
            <Tag color="gray">revoked</Tag>
            <Text fz="xs" c="dimmed">
              <Moment at={row.revoked_at} />
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td className="unbroken">
        {row.last_used_at ? <Moment at={row.last_used_at} /> : 'Never'}
      </Table.Td>
      <Table.Td className="unbroken">
        <Moment at={row.created_at} />
      </Table.Td>
    </Table.Tr>
  );
}
