import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state';
import { GenerationMedia } from '../../components/generation-media';
import { Id } from '../../components/id';
import { PlaygroundIcon } from '../../components/icons';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { StatusBadge } from '../../components/status-tags';
import { describeCost } from '../../generations/generation-state';
import { useGeneration } from '../../generations/use-generation';

/** Lists generations started on this page, newest first. */
export function Runs({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) {
    return (
      <Paper withBorder radius="lg" className="quiet">
        <EmptyState icon={<PlaygroundIcon size={24} />} title="Results appear here">
          Write a prompt and press Generate. Results are also saved to your library.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Panel>
      <Title order={2} className="for-readers-only">
        Results
      </Title>
      <Stack gap="xl">
        {ids.map((id) => (
          <Run key={id} id={id} />
        ))}
      </Stack>
    </Panel>
  );
}

function Run({ id }: { readonly id: string }) {
  const { data, error, refetch } = useGeneration(id);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Stack gap="xs" aria-live="polite">
      <GenerationMedia generation={data} />
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <StatusBadge status={data.status} />
          <Text fz="xs" c="dimmed" className="number">
            {describeCost(data)}
          </Text>
        </Group>
        <Anchor
          renderRoot={(props) => (
            <Link to="/library/$generationId" params={{ generationId: id }} {...props} />
          )}
          fz="sm"
        >
          Details
        </Anchor>
      </Group>
      <Id value={id} />
    </Stack>
  );
}
