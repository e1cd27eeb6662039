import { Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import type { Generation } from '../../api/contract';
import { Dialog } from '../../components/dialog';
import { GenerationMedia } from '../../components/generation-media';
import { ResultActions } from '../../components/result-actions';
import { formatDuration } from '../../format/times';
import { describeCost } from '../../generations/generation-state';

interface Props {
  readonly pair: readonly Generation[];
  readonly onClose: () => void;
}

/** Shows two results side by side, and the settings in which they differ. */
export default function CompareDialog({ pair, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title="Compare" size={1200}>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {pair.map((generation) => (
            <Stack key={generation.id} gap="xs">
              <GenerationMedia generation={generation} />
              <Group justify="center">
                <ResultActions generation={generation} />
              </Group>
            </Stack>
          ))}
        </SimpleGrid>
        <Differences pair={pair} />
      </Stack>
    </Dialog>
  );
}

function Differences({ pair }: Pick<Props, 'pair'>) {
  const rows = FACTS.map(({ label, read }) => ({ label, values: pair.map(read) })).filter(
    ({ values: [first, second] }) => first !== second,
  );
  if (rows.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        Both have the same settings.
      </Text>
    );
  }
  return (
    <Table aria-label="Differences" layout="fixed">
      <Table.Tbody>
        {rows.map(({ label, values }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w={100} fz="xs">
              {label}
            </Table.Th>
            {values.map((value, at) => (
              <Table.Td key={pair[at]?.id} className="breakable">
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The settings that are compared. */
const FACTS: readonly {
  readonly label: string;
  readonly read: (generation: Generation) => string;
}[] = [
  { label: 'Prompt', read: ({ request }) => request.prompt ?? 'None' },
  { label: 'Model', read: ({ model }) => model },
  { label: 'Ratio', read: ({ request }) => request.aspect_ratio },
  { label: 'Resolution', read: ({ request }) => request.resolution },
  { label: 'Seed', read: ({ request }) => String(request.seed ?? 'Random') },
  { label: 'Price', read: describeCost },
  {
    label: 'Time',
    read: ({ created_at: from, completed_at: to }) =>
      to === null ? '' : formatDuration(to - from),
  },
];
