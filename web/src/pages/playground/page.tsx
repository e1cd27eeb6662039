import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Center, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Models } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { useQuote } from '../../generations/use-quote';
import { readProblem } from '../../requests/problem';
import { useSession } from '../../session/session';
import { findMissingFiles, findOptions, fitTo, repeat, toRequest } from './draft';
import { Form } from './form';
import { keepDraft, keepPrompt, readDraft, useDraft } from './kept-draft';
import { MissingFiles } from './missing-files';
import { openDraft } from './open-draft';
import type { Intent } from './search';
import { SendBar } from './send-bar';
import { Stage } from './stage';
import { StageTabs } from './stage-tabs';
import { useRuns } from './use-runs';
import classes from './playground.module.css';

const route = getRouteApi('/shell/playground');

export function PlaygroundPage() {
  const { from, as, character } = route.useSearch();
  const models = useQuery({ ...apiQuery('/models'), staleTime: 300_000 });
  return (
    <Page
      title="Playground"
      lead="Try every option, see the price before you generate, and copy your request as code."
    >
      {models.error && <ProblemNotice error={models.error} onRetry={() => void models.refetch()} />}
      {character !== undefined && <AddCharacter id={character} />}
      {models.data &&
        character === undefined &&
        (from === undefined ? (
          <Bench models={models.data} />
        ) : (
          <Opening key={`${from} ${as}`} id={from} intent={as} models={models.data} />
        ))}
      {models.isPending && <Waiting />}
    </Page>
  );
}

const Waiting = () => (
  <Center py={80}>
    <Loader />
  </Center>
);

interface OpeningProps {
  readonly id: string;
  readonly intent: Intent | undefined;
  readonly models: Models;
}

/** Fills the form from an earlier generation, then shows the form at its own URL. */
function Opening({ id, intent, models }: OpeningProps) {
  const session = useSession();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(apiQuery('/generations/{id}', { params: { id } }));
  useEffect(() => {
    if (!data) return;
    const before = readDraft(session);
    keepPrompt(session, before.prompt);
    const draft = openDraft(data, intent, before);
    keepDraft(session, fitTo(findOptions(draft, models), draft));
    void navigate({ to: '/playground', replace: true });
  }, [data, intent, models, navigate, session]);
  return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Waiting />;
}

/** Adds a character to the form, then shows the form at its own URL. */
function AddCharacter({ id }: { readonly id: string }) {
  const session = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    keepDraft(session, { ...readDraft(session), characterId: id });
    void navigate({ to: '/playground', replace: true });
  }, [id, navigate, session]);
  return <Waiting />;
}

/** Scrolls to the stage on a phone, where it is below the form. */
function scrollToStage(stage: HTMLElement): void {
  if (stage.getBoundingClientRect().top > globalThis.innerHeight / 2) stage.scrollIntoView();
}

function Bench({ models }: { readonly models: Models }) {
  const session = useSession();
  const [draft, setDraft] = useDraft();
  const { runs, send, show } = useRuns();
  const [tab, setTab] = useState<string | null>('result');
  const stage = useRef<HTMLDivElement>(null);
  const options = findOptions(draft, models);
  const request = toRequest(draft, options);
  const missing = findMissingFiles(draft);
  const quote = useQuote(request.missing === null ? request.quote : null);
  const generate = () => {
    keepPrompt(session, draft.prompt);
    setTab('result');
    send(repeat(request, draft.count));
    if (stage.current) scrollToStage(stage.current);
  };
  return (
    <div className={classes.bench}>
      <Panel pb={0}>
        <Stack gap="md">
          <Form
            draft={draft}
            models={models}
            options={options}
            issues={quote.error ? readProblem(quote.error).issues : []}
            onChange={setDraft}
          />
          {missing.length > 0 && (
            <MissingFiles files={missing} onContinue={() => setDraft({ ...draft, wanted: [] })} />
          )}
          <SendBar
            request={request}
            quote={quote}
            count={draft.count}
            isSending={runs.some(({ id, error }) => id === null && !error)}
            onSend={generate}
          />
        </Stack>
      </Panel>
      <Panel className={classes.stage} ref={stage}>
        <StageTabs
          tab={tab}
          onTab={setTab}
          request={request}
          simulate={draft.simulate}
          onSimulate={(simulate) => setDraft({ ...draft, simulate })}
        >
          <Stage
            runs={runs}
            type={draft.type}
            ratio={draft.aspectRatio || options.standardRatio}
            onShow={show}
            onExample={(prompt) => setDraft({ ...draft, prompt })}
          />
        </StageTabs>
      </Panel>
    </div>
  );
}
