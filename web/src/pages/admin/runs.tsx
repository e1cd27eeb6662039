import { Anchor, Code, Group, SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AdminRun } from '../../api/contract';
import { request } from '../../api/request';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { CheckIcon } from '../../components/icons';
import { Id } from '../../components/id';
import { LinkButton } from '../../components/link-button';
import { Moment } from '../../components/moment';
import { Older } from '../../components/load-older';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';

const routeApi = getRouteApi('/shell/admin');
const PAGE = 30;
const COLUMNS = [
  { label: 'Object' },
  { label: 'Account' },
  { label: 'Status' },
  { label: 'Created' },
  { label: 'Run', isHidden: true },
];

/** Column only for stuck runs, because only they are expected to report progress. */
const SEEN = { label: 'Run last active' };
const COLUMNS_OF = { failed: COLUMNS, stuck: COLUMNS.toSpliced(-1, 0, SEEN) } as const;

const STATES = [
  { value: 'failed', label: 'Failed' },
  { value: 'stuck', label: 'Stuck' },
];

const NOTHING = {
  failed: { title: 'No failed runs', words: 'Failed generations appear here.' },
  stuck: {
    title: 'No stuck runs',
    words: 'Runs that have stopped reporting progress appear here.',
  },
} as const;

/** Lists failed and stuck runs. */
export function Runs() {
  const search = routeApi.useSearch();
  const state: 'failed' | 'stuck' = search.state ?? 'failed';
  const { code, model } = search;
  const navigate = routeApi.useNavigate();
  const list = useInfiniteQuery({
    queryKey: ['admin-runs', state, code, model],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        state,
        limit: PAGE,
        ...(code && { error_code: code }),
        ...(model && { model }),
        ...(pageParam && { cursor: pageParam }),
      };
      return await request('GET /admin/runs', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  const runs = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const show = (value: string) =>
    void navigate({ search: { tab: 'runs', ...(value === 'stuck' && { state: 'stuck' }) } });
  return (
    <Panel>
      <SegmentedControl
        data={STATES}
        value={state}
        onChange={show}
        aria-label="Run status"
        mb="md"
      />
      {(code ?? model) && (
        <Group gap="xs" mb="md">
          <Text fz="sm">Only {[code, model].filter(Boolean).join(', ')}</Text>
          <LinkButton to="/admin" search={{ tab: 'runs' }} size="compact-sm" variant="subtle">
            Show all
          </LinkButton>
        </Group>
      )}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={160} />}
      {list.data && runs.length === 0 && (
        <EmptyState icon={<CheckIcon size={24} />} title={NOTHING[state].title}>
          {NOTHING[state].words}
        </EmptyState>
      )}
      {runs.length > 0 && (
        <DataTable columns={COLUMNS_OF[state]} minWidth={state === 'stuck' ? 980 : 860}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} isStuck={state === 'stuck'} />
          ))}
        </DataTable>
      )}
      <Older list={list} />
    </Panel>
  );
}

interface RunRowProps {
  readonly run: AdminRun;
  readonly isStuck: boolean;
}

function RunRow({ run, isStuck }: RunRowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Id value={run.id} />
        <Text fz="xs" c="dimmed">
          {run.kind === 'generation' ? 'Generation' : 'Social post'}
        </Text>
      </Table.Td>
      <Table.Td>
        {run.account_name && (
          <Anchor
            fz="sm"
            className="breakable"
            renderRoot={(props) => (
              <Link
                to="/admin/accounts/$accountId"
                params={{ accountId: run.account_id }}
                {...props}
              />
            )}
          >
            {run.account_name}
          </Anchor>
        )}
        <Id value={run.account_id} />
      </Table.Td>
      <Table.Td>{run.error_code ? <Code fz="xs">{run.error_code}</Code> : run.status}</Table.Td>
      <Table.Td className="unbroken">
        <Moment at={run.created_at} />
      </Table.Td>
      {isStuck && (
        <Table.Td className="unbroken">
          {run.run_seen_at ? <Moment at={run.run_seen_at} /> : 'Never'}
        </Table.Td>
      )}
      <Table.Td ta="right" className="unbroken">
        {run.temporal_url && (
          <Anchor
            href={run.temporal_url}
            target="_blank"
            rel="noreferrer"
            fz="sm"
            aria-label={`Open in Temporal: ${run.id}`}
          >
            Open in Temporal{' '}
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
