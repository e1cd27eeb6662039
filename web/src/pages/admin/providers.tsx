import { Skeleton, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ShieldIcon } from '../../components/icons';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { formatNumber } from '../../format/numbers';
import { ProviderHealth } from './provider-health';
import { ProviderHistory } from './provider-history';

const POLL_MS = 15_000;
const COLUMNS = [
  { label: 'Provider' },
  { label: 'Upstream model' },
  { label: 'Status' },
  { label: 'Requests (30 days)', isNumber: true },
  { label: 'Cost (30 days)', isNumber: true },
];

/** Shows every provider's calls, health and cost. */
export function Providers() {
  return (
    <Stack>
      <ProviderHistory />
      <ProviderCosts />
    </Stack>
  );
}

function ProviderCosts() {
  const list = useQuery({ ...apiQuery('/admin/providers'), refetchInterval: POLL_MS });
  const rows = list.data?.data ?? [];
  return (
    <Panel title="Upstream models">
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={120} />}
      {list.data && rows.length === 0 && (
        <EmptyState icon={<ShieldIcon size={24} />} title="No providers yet">
          Configure a provider in the workers' environment. See docs/providers.md.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={680}>
          {rows.map((row) => (
            <Table.Tr key={`${row.provider} ${row.upstream_model ?? ''}`}>
              <Table.Td fw={550} className="breakable">
                {row.provider}
              </Table.Td>
              <Table.Td className="breakable">{row.upstream_model ?? 'All'}</Table.Td>
              <Table.Td>
                <ProviderHealth row={row} now={list.dataUpdatedAt} />
              </Table.Td>
              <Table.Td ta="right" className="number">
                {row.upstream_model === null ? '–' : formatNumber(row.orders)}
              </Table.Td>
              <Table.Td ta="right" className="number">
                {row.upstream_model === null ? '–' : COST.format(row.cost_usd)}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

const COST = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
