import { Skeleton, Table, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AdminProviderHistory } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ChartIcon } from '../../components/icons';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { formatNumber } from '../../format/numbers';
import { describeHistory, describeHour } from './describe-history';
import classes from './provider-history.module.css';

const POLL_MS = 60_000;
const COLUMNS = [
  { label: 'Provider' },
  { label: 'Calls by hour' },
  { label: 'Succeeded', isNumber: true },
  { label: 'Failed', isNumber: true },
];

/** Shows each provider's calls in the last 24 hours. */
export function ProviderHistory() {
  const list = useQuery({ ...apiQuery('/admin/provider-history'), refetchInterval: POLL_MS });
  const rows = list.data?.data ?? [];
  return (
    <Panel title="Last 24 hours">
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={120} />}
      {list.data && rows.length === 0 && (
        <EmptyState icon={<ChartIcon size={24} />} title="No calls">
          Calls of providers appear here when generations run.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={560}>
          {rows.map((row) => (
            <HistoryRow key={row.provider} row={row} />
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

function HistoryRow({ row: { provider, hours } }: { readonly row: AdminProviderHistory }) {
  const sum = (name: 'succeeded' | 'failed') =>
    hours.reduce((total, hour) => total + hour[name], 0);
  return (
    <Table.Tr>
      <Table.Td fw={550} className="breakable">
        {provider}
      </Table.Td>
      <Table.Td>
        <Strip provider={provider} hours={hours} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(sum('succeeded'))}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(sum('failed'))}
      </Table.Td>
    </Table.Tr>
  );
}

/** Draws one column per hour; failures are at the top. */
function Strip({ provider, hours }: Omit<AdminProviderHistory, 'object'>) {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const toHeight = (value: number) => ({ height: `${(value / most) * 100}%` });
  return (
    <figure className={classes.figure}>
      <figcaption className="for-readers-only">{describeHistory(provider, hours)}</figcaption>
      <div className={classes.strip} aria-hidden="true">
        {hours.map((hour) => (
          <Tooltip key={hour.at} label={describeHour(hour)} withArrow>
            <div className={classes.hour}>
              <div className={classes.failed} style={toHeight(hour.failed)} />
              <div className={classes.succeeded} style={toHeight(hour.succeeded)} />
            </div>
          </Tooltip>
        ))}
      </div>
    </figure>
  );
}
