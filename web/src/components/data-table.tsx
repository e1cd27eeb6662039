import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

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
const SCROLLABLE = { viewportProps: { tabIndex: 0 } };

/** A table with its heads. */
export function DataTable({ columns, minWidth, children }: Props) {
  return (
    <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={SCROLLABLE}>
      <Table verticalSpacing="sm">
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
