import { Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../api/contract';
import { request } from '../../api/request';
import { DataTable } from '../../components/data-table';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { Older } from '../../components/load-older';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { ACTION_TEXTS, describeDetails } from './action-texts';

const PAGE = 20;
const COLUMNS = [{ label: 'When' }, { label: 'Actor' }, { label: 'Action' }, { label: 'Target' }];

/** Lists changes to sign-in, keys, members and limits, newest first. */
export function Audit() {
  const list = useInfiniteQuery({
    queryKey: ['audit'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      return await request('GET /audit', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title="Audit log">
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={160} />}
      {entries.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={700}>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </DataTable>
      )}
      <Older list={list} />
    </Panel>
  );
}

const describeActor = ({ actor, member_id: member, member_name: name }: AuditEntry): string => {
  const person = member && (name ?? 'A member');
  if (actor === 'operator') return person ? `${person}, operator` : 'Operator';
  if (actor === 'agent') return 'Agent';
  return person ?? 'Owner';
};

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const details = describeDetails(entry.details);
  return (
    <Table.Tr>
      <Table.Td className="unbroken">
        <Moment at={entry.created_at} />
      </Table.Td>
      <Table.Td>{describeActor(entry)}</Table.Td>
      <Table.Td>
        {ACTION_TEXTS[entry.action]}
        {details && (
          <Text fz="xs" c="dimmed" className="breakable">
            {details}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{entry.target && <Id value={entry.target} />}</Table.Td>
    </Table.Tr>
  );
}
