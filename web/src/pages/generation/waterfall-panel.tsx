import { Text } from '@mantine/core';
import type { Generation } from '../../api/contract';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { useSteps } from './steps';
import { useNow } from '../../components/moment';
import { Waterfall } from './waterfall';
import { buildRows, findEnd } from './waterfall-rows';

const TICK_MS = 250;

/** Shows how long each step took. */
export function WaterfallPanel({ generation }: { readonly generation: Generation }) {
  const { data, error, refetch } = useSteps(generation);
  const rows = buildRows(generation, data ?? []);
  const now = useNow(
    TICK_MS,
    rows.some(({ to }) => to === null),
  );
  return (
    <Panel title="Steps">
      {error ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <Waterfall
          rows={rows}
          start={generation.created_at}
          end={findEnd(generation, rows, now)}
          now={now}
        />
      )}
      {generation.completed_at !== null && data?.length === 1 && !generation.error && (
        <Text fz="xs" c="dimmed" mt="sm">
          The steps of this generation weren't recorded.
        </Text>
      )}
    </Panel>
  );
}
