import { Anchor, Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { GenerationMedia } from '../../components/generation-media';
import { GenerationThumbnail } from '../../components/generation-thumbnail';
import { PlaygroundIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { RatioFrame } from '../../components/ratio-frame';
import { ResultActions } from '../../components/result-actions';
import { SimulatedNotice } from '../../components/simulated-notice';
import { StatusBadge } from '../../components/status-tags';
import { describeCost } from '../../generations/generation-state';
import { useGeneration } from '../../generations/use-generation';
import { EXAMPLES } from './examples';
import type { Run } from './use-runs';
import classes from './playground.module.css';

interface Props {
  readonly runs: readonly Run[];
  /** Type and ratio that the form asks for. */
  readonly type: 'image' | 'video';
  readonly ratio: string;
  readonly onShow: (id: string) => void;
  readonly onExample: (prompt: string) => void;
}

/** Shows the latest results large, and earlier ones small. */
export function Stage({ runs, type, ratio, onShow, onExample }: Props) {
  const ids = runs.flatMap(({ id }) => id ?? []);
  const among = useQueries({
    queries: ids.map((id) => apiQuery('/generations/{id}', { params: { id } })),
  }).flatMap(({ data }) => data ?? []);
  return (
    <Stack gap="lg">
      {runs.length === 0 && <Empty type={type} ratio={ratio} onExample={onExample} />}
      <SimpleGrid cols={runs.length > 1 ? 2 : 1} spacing="md">
        {runs.map((run) => (
          <StageRun key={run.key} run={run} ratio={ratio} among={among} onShow={onShow} />
        ))}
      </SimpleGrid>
      <SimulatedNotice generations={among} />
      <Recent runs={runs} onShow={onShow} />
    </Stack>
  );
}

function Empty({ type, ratio, onExample }: Omit<Props, 'runs' | 'onShow'>) {
  return (
    <>
      <RatioFrame ratio={ratio}>
        <Stack align="center" gap="xs" p="sm" ta="center" c="dimmed">
          <PlaygroundIcon size={28} />
          <Text fz="sm">Your {type} appears here and is saved to your library.</Text>
        </Stack>
      </RatioFrame>
      <Group gap="xs" justify="center">
        <Text fz="sm" c="dimmed">
          Try an example:
        </Text>
        {EXAMPLES[type].map((prompt) => (
          <Button
            key={prompt}
            variant="default"
            size="compact-sm"
            fw={400}
            className={classes.example}
            onClick={() => onExample(prompt)}
          >
            {prompt}
          </Button>
        ))}
      </Group>
    </>
  );
}

interface RunProps extends Pick<Props, 'ratio' | 'onShow'> {
  readonly run: Run;
  /** All generations on the stage. */
  readonly among: readonly Generation[];
}

function StageRun({ run, ratio, among, onShow }: RunProps) {
  if (run.id) return <Result id={run.id} among={among} onShow={onShow} />;
  if (run.error) return <ProblemNotice error={run.error} onRetry={run.retry} />;
  return (
    <RatioFrame ratio={ratio}>
      <Loader type="dots" />
    </RatioFrame>
  );
}

function Result({
  id,
  among,
  onShow,
}: Pick<RunProps, 'among' | 'onShow'> & { readonly id: string }) {
  const { data, error, refetch } = useGeneration(id);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Stack gap="xs">
      <GenerationMedia generation={data} among={among} />
      <Group justify="space-between" gap="xs" aria-live="polite">
        <Group gap="xs">
          <StatusBadge status={data.status} />
          <Text fz="xs" c="dimmed" className="number">
            {describeCost(data)}
          </Text>
        </Group>
        <Group gap="sm">
          {among.length > 1 && (
            <Anchor component="button" type="button" fz="sm" onClick={() => onShow(id)}>
              Select
            </Anchor>
          )}
          <Anchor
            renderRoot={(props) => (
              <Link to="/library/$generationId" params={{ generationId: id }} {...props} />
            )}
            fz="sm"
          >
            Details
          </Anchor>
        </Group>
      </Group>
      {among.length === 1 && <ResultActions generation={data} />}
    </Stack>
  );
}

const RECENT = 12;

function Recent({ runs, onShow }: Pick<Props, 'runs' | 'onShow'>) {
  const { data } = useQuery(apiQuery('/generations', { query: { limit: RECENT } }));
  if (!data || data.data.length === 0) return null;
  return (
    <fieldset className={classes.recent} aria-label="Recent">
      {data.data.map((generation) => (
        <GenerationThumbnail
          key={generation.id}
          generation={generation}
          isChosen={runs.some(({ id }) => id === generation.id)}
          onChoose={() => onShow(generation.id)}
        />
      ))}
    </fieldset>
  );
}
