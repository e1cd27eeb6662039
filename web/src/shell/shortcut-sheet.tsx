import { Kbd, Table } from '@mantine/core';
import { PAGE_KEYS } from './shortcuts';

const ROWS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['Ctrl or ⌘', 'K'], 'Search pages, actions and results'],
  [['/'], 'Search, too'],
  [['?'], 'Show this list'],
  [['Ctrl or ⌘', 'Enter'], 'Generate, in the playground'],
  [['←', '→'], 'Previous and next result'],
  ...Object.entries(PAGE_KEYS).map(
    ([key, { label }]) => [['G', key.toUpperCase()], `Open ${label}`] as const,
  ),
];

/** Lists the keyboard shortcuts. */
export default function ShortcutSheet() {
  return (
    <Table withRowBorders={false} verticalSpacing={6}>
      <Table.Tbody>
        {ROWS.map(([keys, effect]) => (
          <Table.Tr key={effect}>
            <Table.Td>{effect}</Table.Td>
            <Table.Td ta="end">
              {keys.map((key) => (
                <Kbd key={key} ml={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
