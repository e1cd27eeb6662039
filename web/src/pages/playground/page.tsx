import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Center, Loader, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Models } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { useSession } from '../../session/session';
import { CodePanel } from './code-panel';
import { findMissingFiles, findOptions, toRequest } from './draft';
import { Form } from './form';
import { keepDraft, keepPrompt, readDraft, useDraft } from './kept-draft';
import { MissingFiles } from './missing-files';
import { toDraft } from './open-draft';
import { Runs } from './runs';
import { SendBar } from './send-bar';

const route = getRouteApi('/shell/playground');

export function PlaygroundPage() {
  const { from } = route.useSearch();
  const models = useQuery({ ...apiQuery('/models'), staleTime: 300_000 });
  return (
    <Page
      title="Playground"
      lead="Try every option, see the price before you generate, and copy your request as code."
    >
      {models.error && <ProblemNotice error={models.error} onRetry={() => void models.refetch()} />}
      {from !== undefined && <Opening key={from} id={from} />}
      {from === undefined && models.data && <Bench models={models.data} />}
      {models.isPending && <Waiting />}
    </Page>
  );
}

const Waiting = () => (
  <Center py={80}>
    <Loader />
  </Center>
);

/** Fills the form from an earlier request, then shows the form at its own URL. */
function Opening({ id }: { readonly id: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(apiQuery('/generations/{id}', { params: { id } }));
  useEffect(() => {
    if (!data) return;
    keepPrompt(session, readDraft(session).prompt);
    keepDraft(session, toDraft(data));
    void navigate({ to: '/playground', replace: true });
  }, [data, navigate, session]);
  return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Waiting />;
}

function Bench({ models }: { readonly models: Models }) {
  const session = useSession();
  const [draft, setDraft] = useDraft();
  const [runs, setRuns] = useState<readonly string[]>([]);
  const options = findOptions(draft, models);
  const request = toRequest(draft, options);
  const missing = findMissingFiles(draft);
  const add = (id: string) => {
    keepPrompt(session, draft.prompt);
    setRuns((before) => [id, ...before]);
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className="from-top">
      <Panel>
        <Stack gap="lg">
          <Form draft={draft} models={models} options={options} onChange={setDraft} />
          {missing.length > 0 && (
            <MissingFiles files={missing} onContinue={() => setDraft({ ...draft, wanted: [] })} />
          )}
          <SendBar request={request} onAccepted={add} />
        </Stack>
      </Panel>
      <Stack gap="lg" miw={0}>
        <Runs ids={runs} />
        <CodePanel request={request} />
      </Stack>
    </SimpleGrid>
  );
}
