import { Group as Line, Table, Text } from '@mantine/core';
import { DataTable } from '../../components/data-table';
import { formatNumber } from '../../format/numbers';
import classes from '../../components/column-chart.module.css';
import type { Group } from './groups';

interface Props {
  readonly groups: readonly Group[];
  /** The chart's colours; the last one is for all remaining groups. */
  readonly colors: readonly string[];
  /** Number of groups that the chart shows. */
  readonly drawn: number;
  readonly total: number;
}

const COLUMNS = [
  { label: 'Group' },
  { label: 'Generations', isNumber: true },
  { label: 'Credits', isNumber: true },
  { label: 'Share', isNumber: true },
];

const SHARE = new Intl.NumberFormat('en', { style: 'percent' });

/** Shows each group's totals. */
export function UsageTable({ groups, colors, drawn, total }: Props) {
  return (
    <DataTable columns={COLUMNS} minWidth={420}>
      {groups.map((group, at) => (
        <Table.Tr key={group.key}>
          <Table.Td>
            <Line gap="xs" wrap="nowrap">
              <span
                className={classes.swatch}
                style={{ background: colors[Math.min(at, drawn - 1)] }}
                aria-hidden="true"
              />
              <Text fz="sm" className="breakable">
                {group.label}
              </Text>
            </Line>
          </Table.Td>
          <Table.Td ta="right" className="number">
            {formatNumber(group.generations)}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {formatNumber(group.total)}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {total > 0 ? SHARE.format(group.total / total) : '–'}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
