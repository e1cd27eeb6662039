import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface Column {
  readonly label: string;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  /** For a column of buttons: only screen readers get its name. */
  readonly isHidden?: boolean;
}

interface Props {
  readonly columns: readonly Column[];
  /** Below this width the table scrolls inside its frame. */
  readonly minWidth: number;
  /** The rows. */
  readonly children: ReactNode;
}

/** Makes a wide table scrollable with the keyboard. */
const SCROLLABLE = { viewportProps: { tabIndex: 0 }, offsetScrollbars: 'present' } as const;

/** Column names for narrow screens, where the header row is hidden. */
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
