import { useState } from 'react';
import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Generation, Verification } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { conclude, describeSignal } from '../../verify/describe';

const COLORS = { good: 'teal', bad: 'red', open: 'gray' } as const;

/**
 * Shows the origin that the stored file states: who signed it, the steps of its making, and the
 * files that it was made from. The check reads the whole file, so it needs a click.
 */
export function ProvenancePanel({ generation }: { readonly generation: Generation }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery('/generations/{id}/provenance', { params: { id: generation.id } }),
    enabled: isOpen,
    staleTime: Infinity,
  });
  if (generation.result === null) return null;
  return (
    <Panel title="Origin">
      <Stack gap="sm" align="flex-start">
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data ? (
          <Origin verification={data} />
        ) : (
          <>
            <Text fz="sm" c="dimmed">
              The file states who made it, with what, and from which files.
            </Text>
            <Button variant="default" size="xs" loading={isFetching} onClick={() => setOpen(true)}>
              Check origin
            </Button>
          </>
        )}
        <Anchor href="/verify" target="_blank" fz="sm">
          Public page to check a copy
        </Anchor>
      </Stack>
    </Panel>
  );
}

function Origin({ verification }: { readonly verification: Verification }) {
  const { state, title, text } = conclude(verification);
  const signals = verification.results.filter(({ outcome }) => outcome === 'detected');
  return (
    <Stack component="output" gap="sm" w="100%">
      <Alert variant="light" color={COLORS[state]} title={title}>
        {text}
      </Alert>
      {signals.map((signal) => {
        const { name, outcome, steps } = describeSignal(signal);
        return (
          <div key={signal.type}>
            <Text fz="sm" fw={500}>
              {name}:{' '}
              <Text span fz="sm" fw={400}>
                {outcome}
              </Text>
            </Text>
            {steps.length > 0 && (
              <List type="ordered" fz="sm" c="dimmed" className="breakable">
                {steps.map((step, at) => (
                  <List.Item key={`${at} ${step}`}>{step}</List.Item>
                ))}
              </List>
            )}
          </div>
        );
      })}
    </Stack>
  );
}
