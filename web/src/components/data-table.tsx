import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface Column {
  readonly label: string;
  /** Numbers stand at the right, below each other. */
  readonly isNumber?: boolean;
  /** Of a column of buttons: its name is for those who do not see them. */
  readonly isHidden?: boolean;
}

interface Props {
  readonly columns: readonly Column[];
  /** Below it, the table scrolls in its frame. */
  readonly minWidth: number;
  /** Its rows. */
  readonly children: ReactNode;
}

/** Who has no pointer scrolls a wide table with the keyboard. */
const SCROLLABLE = { viewportProps: { tabIndex: 0 }, offsetScrollbars: 'present' } as const;

/** Names of columns for the rows of a telephone, where the heads are not seen. */
const namesOf = (columns: Props['columns']) =>
  Object.fromEntries(
    columns.flatMap(({ label, isHidden }, at) =>
      isHidden ? [] : [[`--column-${at + 1}`, JSON.stringify(label)]],
    ),
  );

/** A table with its heads. It has seven columns at most; the first one names the row. */
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
        style={namesOf(columns)}
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
