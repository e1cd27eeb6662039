import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface Column {
  readonly label: string;
  /** True for a right-aligned column. */
  readonly isNumber?: boolean;
  /** True if only screen readers get the column's name, for a column of buttons. */
  readonly isHidden?: boolean;
}

interface Props {
  readonly columns: readonly Column[];
  /** Width below which the table scrolls inside its frame. */
  readonly minWidth: number;
  /** The table's rows. */
  readonly children: ReactNode;
}

/** Lets users scroll a wide table with the keyboard. */
const SCROLLABLE = { viewportProps: { tabIndex: 0 }, offsetScrollbars: 'present' } as const;

/** Returns the column names for narrow screens, where the header row is hidden. */
const buildColumnNames = (columns: Props['columns']) =>
  Object.fromEntries(
    columns.flatMap(({ label, isHidden }, at) =>
      isHidden ? [] : [[`--column-${at + 1}`, JSON.stringify(label)]],
    ),
  );

/** A table with a header row and at most seven columns; the first column names the row. */
export function DataTable({ columns, minWidth, children }: Props) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={SCROLLABLE}
      classNames={{ scrollContainerInner: classes.inner }}
    >
      <Table
        verticalSpacing="sm"
        className={classes.table}
        style={buildColumnNames(columns)}
        data-acts={columns.at(-1)?.isHidden}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, isNumber, isHidden }) => (
              <Table.Th key={label} ta={isNumber ? 'right' : undefined}>
                {isHidden ? <span className="for-readers-only">{label}</span> : label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
