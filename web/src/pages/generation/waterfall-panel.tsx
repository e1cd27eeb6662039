import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../../api';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { isOpen } from '../../lib/generation-state';
import { readProblem } from '../../lib/problem';
import { stepsOptions } from '../../lib/steps';
import { Waterfall } from './waterfall';
import { buildRows } from './waterfall-rows';

const POLL_MS = 1_500;

/** Where the time went. */
export function WaterfallPanel({ generation }: { readonly generation: Generation }) {
  const open = isOpen(generation);
  const { data, error, dataUpdatedAt } = useQuery({
    ...stepsOptions(generation.id),
    refetchInterval: open ? POLL_MS : false,
  });
  const { created_at: start, completed_at: completed } = generation;
  const steps = data ?? [];
  const lastEnd = Math.max(0, ...steps.map(({ ended_at: end }) => end ?? 0));
  const end = Math.max(completed ?? dataUpdatedAt, lastEnd, start + 1);
  return (
    <Panel title="Where the time went">
      {error && readProblem(error).code !== 'NOT_FOUND' ? (
        <ProblemNotice error={error} />
      ) : (
        <Waterfall rows={buildRows(generation, steps)} start={start} end={end} />
      )}
      {!open && data?.length === 0 && (
        <Text fz="xs" c="dimmed" mt="sm">
          The single steps of this one were not kept.
        </Text>
      )}
    </Panel>
  );
}
