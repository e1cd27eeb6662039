import { ProviderFailure } from '../../domain/ports/provider.js';
import { buildGenerationWorkflow } from '../../domain/generations/generation-workflow.js';
import { startApi, type TestApi } from '../support/platform.js';
import { fakeProvider, type FakeProvider } from '../support/provider-fake.js';
import { queuedFake } from '../support/queued-fake.js';
import { cancelInTemporal, eventsOf, closingOf, typesOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { startWorkers, type WorkerOptions } from '../support/workers.js';
import { failingPuts, order, reached, type Order } from '../workflows/pipeline.js';
import { startImpatientOrchestrator } from './impatient-orchestrator.js';
import type { Recorder, Recorders } from './shapes.js';

// The recorded runs of generateImage.

const RETRY_AFTER_MS = 2_000;
/** Long enough for the operator to end the run during the wait. */
const LONG_RETRY_AFTER_MS = 60_000;

const closed = (api: TestApi, { id }: { id: string }) => closingOf(api.deps, id);

/**
 * Records an image from its request until it has ended.
 * @param meanwhile called after the request is accepted
 */
async function image(
  api: TestApi,
  prompt: string,
  options: WorkerOptions = {},
  meanwhile: (ordered: Order) => Promise<unknown> = async () => undefined,
  headers: Record<string, string> = {},
): Promise<Order> {
  const workers = await startWorkers(api.deps, options);
  const ordered = await order(api, prompt, headers);
  await meanwhile(ordered);
  await closed(api, ordered);
  await workers.stop();
  return ordered;
}

const prompted =
  (prompt: string): Recorder =>
  (api) =>
    image(api, prompt);

const cancelled: Recorder = (api) =>
  image(api, 'a red fox', { media: false }, ({ client, id }) =>
    client.call('POST', `/v1/generations/${id}/cancel`),
  );

const restarted: Recorder = async (api) => {
  const first = await startWorkers(api.deps, { grace: '0s' });
  const ordered = await order(api, 'a red fox simulate:slow=2');
  await reached(api.deps, ordered.id, 'processing');
  await first.stop();
  const second = await startWorkers(api.deps);
  await closed(api, ordered);
  await second.stop();
  return ordered;
};

const using = (provider: FakeProvider): WorkerOptions => ({
  mediaDeps: { providers: new Map([[provider.name, provider]]) },
});

/** An operator ends the run in the Temporal UI while the picture is generated. */
const operatorCancelled: Recorder = (api) => {
  const provider = fakeProvider();
  provider.hold();
  return image(api, 'a red fox', using(provider), async (ordered) => {
    await reached(api.deps, ordered.id, 'processing');
    await cancelInTemporal(api, ordered);
  });
};

/** An operator ends the run in the Temporal UI while the run waits for its next attempt. */
const operatorCancelledWaiting: Recorder = (api) => {
  const provider = fakeProvider(() => {
    throw new ProviderFailure('rate_limited', 'busy', 429, LONG_RETRY_AFTER_MS);
  });
  return image(api, 'a red fox', using(provider), async (ordered) => {
    await until('the run waits for its next attempt', async () =>
      typesOf(await eventsOf(api.deps.temporal.client, ordered.id)).includes('TIMER_STARTED'),
    );
    await cancelInTemporal(api, ordered);
  });
};

/**
 * Sends the cancel update directly: it returns `not_queued`, and the API would not send it for such
 * a row.
 */
const cancelRefused: Recorder = (api) => {
  const provider = fakeProvider();
  provider.hold();
  return image(api, 'a red fox', using(provider), async ({ id, account: { accountId } }) => {
    const row = await reached(api.deps, id, 'processing');
    const claim = { accountId, key: 'recorded', fingerprint: 'recorded' };
    const start = buildGenerationWorkflow(row, accountId, { analyses: [], routes: [] });
    const answer = await api.deps.temporal.cancel(start, { claim }, 'cancel-recorded');
    if (answer !== 'not_queued') throw new Error(`the cancel was answered ${answer}`);
    provider.release();
  });
};

const noted = async ({ client, id }: Order): Promise<boolean> =>
  (await client.get(`/v1/generations/${id}`)).body.timeline.length > 0;

/** The Cancel-After time passes while the image is generated. */
const cancelTooLate: Recorder = (api) => {
  const provider = fakeProvider();
  provider.hold();
  const meanwhile = async (ordered: Order) => {
    await until('the timeline has the entry', () => noted(ordered));
    provider.release();
  };
  return image(api, 'a red fox', using(provider), meanwhile, { 'Cancel-After': '1' });
};

/** The Cancel-After time has passed before the first worker starts. */
const cancelBeforeStart: Recorder = async (api) => {
  const ordered = await order(api, 'a red fox', { 'Cancel-After': '1' });
  const { created_at: accepted } = (await ordered.client.get(`/v1/generations/${ordered.id}`)).body;
  await until('one second has passed', async () => Date.now() > accepted + 1_000);
  const workers = await startWorkers(api.deps);
  await closed(api, ordered);
  await workers.stop();
  return ordered;
};

/** The first step times out, because no media worker takes it. */
const queueTimeout: Recorder = async (api) => {
  const worker = await startImpatientOrchestrator(api.deps);
  const ordered = await order(api, 'a red fox');
  await closed(api, ordered);
  await worker.stop();
  return ordered;
};

const rateLimited: Recorder = (api) =>
  image(
    api,
    'a red fox',
    using(
      fakeProvider(({ attempt }) => {
        if (attempt > 1) return;
        throw new ProviderFailure('rate_limited', 'busy', 429, RETRY_AFTER_MS);
      }),
    ),
  );

/** An object store that refuses the first `times` writes below `prefix`. */
const storageFails =
  (prefix: string, times = Infinity): Recorder =>
  (api) => {
    let left = times;
    const fails = (key: string) => key.startsWith(prefix) && left-- > 0;
    return image(api, 'a red fox', { mediaDeps: { store: failingPuts(api.deps.store, fails) } });
  };

/** The provider may or may not have received the order. The API chooses the route. */
const uncertainOrder: Recorder = async () => {
  const fal = queuedFake('fal');
  fal.plan('uncertain');
  const providers = new Map([[fal.name, fal]]);
  const api = await startApi({}, (deps) => ({ ...deps, providers }));
  const ordered = await image(api, 'a red fox', { mediaDeps: { providers } });
  await api.stop();
  return ordered;
};

export const IMAGE_RECORDERS: Recorders = {
  success: prompted('a red fox'),
  retried: prompted('a red fox simulate:provider_error=1'),
  fallback: prompted('a red fox simulate:fallback'),
  blocked: prompted('a red fox simulate:content_blocked'),
  'all-providers-fail': prompted('a red fox simulate:provider_error'),
  'analysis-failed': prompted('a red fox simulate:analysis_failure'),
  'cancelled-while-queued': cancelled,
  'worker-restarted': restarted,
  'operator-cancelled': operatorCancelled,
  'operator-cancelled-waiting': operatorCancelledWaiting,
  'cancel-refused': cancelRefused,
  'cancel-after': (api) =>
    image(api, 'a red fox', { media: false }, undefined, { 'Cancel-After': '1' }),
  'cancel-after-too-late': cancelTooLate,
  'cancel-after-before-start': cancelBeforeStart,
  'cancel-after-unused': (api) =>
    image(api, 'a red fox', {}, undefined, { 'Cancel-After': '3600' }),
  'queue-timeout': queueTimeout,
  'rate-limited': rateLimited,
  'storage-retried': storageFails('outputs/', 2),
  'storage-stopped': storageFails('outputs/'),
  // The picture can neither be stored nor staged, so the next try of the attempt fetches it again.
  'raw-picture-retried': storageFails('', 2),
  'uncertain-order': uncertainOrder,
};
