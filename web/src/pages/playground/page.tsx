import { getRouteApi } from '@tanstack/react-router';
import { Center, Loader, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Models } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { CodePanel } from './code-panel';
import {
  toDraft,
  EMPTY_DRAFT,
  findMissingFiles,
  findOptions,
  toRequest,
  type Draft,
} from './draft';
import { Form } from './form';
import { MissingFiles } from './missing-files';
import { Runs } from './runs';
import { SendBar } from './send-bar';

const route = getRouteApi('/shell/playground');

export function PlaygroundPage() {
  const { from } = route.useSearch();
  const models = useQuery({ ...apiQuery('/models'), staleTime: 300_000 });
  const earlier = useQuery({
    ...apiQuery('/generations/{id}', { params: { id: from ?? '' } }),
    enabled: from !== undefined,
  });
  const error = models.error ?? earlier.error;
  const isReady = models.data && (from === undefined || earlier.data);
  return (
    <Page
      title="Playground"
      lead="Try every option, see the price before you generate, and copy your request as code."
    >
      {error && <ProblemNotice error={error} onRetry={() => void models.refetch()} />}
      {isReady && models.data ? (
        <Bench
          key={from}
          models={models.data}
          initial={earlier.data ? toDraft(earlier.data) : EMPTY_DRAFT}
        />
      ) : (
        !error && (
          <Center py={80}>
            <Loader />
          </Center>
        )
      )}
    </Page>
  );
}

interface BenchProps {
  readonly models: Models;
  readonly initial: Draft;
}

function Bench({ models, initial }: BenchProps) {
  const [draft, setDraft] = useState(initial);
  const [runs, setRuns] = useState<readonly string[]>([]);
  const options = findOptions(draft, models);
  const request = toRequest(draft, options);
  const missing = findMissingFiles(draft);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className="from-top">
      <Panel>
        <Stack gap="lg">
          <Form draft={draft} models={models} options={options} onChange={setDraft} />
          {missing.length > 0 && (
            <MissingFiles files={missing} onContinue={() => setDraft({ ...draft, wanted: [] })} />
          )}
          <SendBar request={request} onAccepted={(id) => setRuns((before) => [id, ...before])} />
        </Stack>
      </Panel>
      <Stack gap="lg" miw={0}>
        <Runs ids={runs} />
        <CodePanel request={request} />
      </Stack>
    </SimpleGrid>
  );
}
