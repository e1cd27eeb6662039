import { Table } from '@mantine/core';
import type { AdminOverview } from '../../api/contract';
import { DataTable } from '../../components/data-table';
import { formatNumber } from '../../format/numbers';
import { formatDuration } from '../../format/times';
import { formatRate } from './format-rate';

const COLUMNS = [
  { label: 'Model' },
  { label: 'Requests', isNumber: true },
  { label: 'Failure rate', isNumber: true },
  { label: 'Time, median (p50)', isNumber: true },
  { label: 'Time, p95', isNumber: true },
];

const formatTime = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));

/** Shows requests, failures and durations per model. */
export function OverviewModels({ models }: Pick<AdminOverview, 'models'>) {
  return (
    <DataTable columns={COLUMNS} minWidth={620}>
      {models.map((row) => (
        <Table.Tr key={row.model}>
          <Table.Td fw={550} className="breakable">
            {row.model}
          </Table.Td>
          {[
            formatNumber(row.accepted),
            formatRate(row.failure_rate),
            formatTime(row.p50_ms),
            formatTime(row.p95_ms),
          ].map((text, at) => (
            <Table.Td key={COLUMNS[at + 1]?.label} ta="right" className="number">
              {text}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </DataTable>
  );
}
