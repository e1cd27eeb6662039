import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { GenerationTile } from '../../components/generation-tile';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import classes from './lineage.module.css';

/** Shows the generations that this one was made from, and those that used its result. */
export function LineagePanel({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(
    apiQuery('/generations/{id}/lineage', { params: { id } }),
  );
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.made_from.length + data.used_in.length === 0) return null;
  return (
    <Panel title="Connected results">
      <Stack gap="md">
        <Row title="Made from" generations={data.made_from} />
        <Row title="Used in" generations={data.used_in} />
      </Stack>
    </Panel>
  );
}

interface RowProps {
  readonly title: string;
  readonly generations: readonly Generation[];
}

function Row({ title, generations }: RowProps) {
  if (generations.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text fz="sm" fw={600} mb={6}>
        {title}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
        {generations.map((generation) => (
          <div key={generation.id} className={classes.tile}>
            <GenerationTile generation={generation} />
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}
