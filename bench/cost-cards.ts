import sharp from 'sharp';
import type { CreatedUploadBody } from '../domain/contract/upload.js';
import { checkInvariants } from '../domain/ledger/invariants.js';
import type { DirectProvider } from '../domain/ports/provider.js';
import { emitLowBalance } from '../domain/webhooks/emit-event.js';
import { startNow } from '../domain/durable/start-workflow.js';
import { CHARACTERS, photo } from '../test/api/subjects-rig.js';
import { buildCustomer } from '../test/support/accounts.js';
import type { ApiClient } from '../test/support/client.js';
import { clipOf } from '../test/support/clip.js';
import { dataUrl, squareUrl } from '../test/support/data-url.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startApi, type TestApi } from '../test/support/platform.js';
import { Receiver } from '../test/support/receiver.js';
import { closingOf, eventsOf, typesOf } from '../test/support/recorder.js';
import { until } from '../test/support/until.js';
import { quietRuntime, startWorkers } from '../test/support/workers.js';
import { SHORT_CLIP } from '../test/workflows/pipeline.js';
import { makePost, PublishStage } from '../test/workflows/publish-rig.js';
import { countStatements } from './count-statements.js';
import { readCpu } from './memory/process-tree.js';
import type { Measure, Table } from './suite/figure.js';

/**
 * Measures the cost of one run of each workflow type, one run at a time: events and workflow tasks,
 * SQL statements, and CPU time of Temporal, PostgreSQL and this process (API, client, workers).
 */
const RUNS = 20;
const DAY_MS = 86_400_000;

interface Bench {
  readonly api: TestApi;
  readonly client: ApiClient;
  readonly accountId: string;
  readonly receiver: Receiver;
  readonly stage: PublishStage;
}

/** Starts one run and waits until it is closed. @returns its id */
type MakeRun = (bench: Bench, serial: number) => Promise<string>;

async function ordered({ api, client }: Bench, path: string, body: object): Promise<string> {
  const answer = await client.call<{ id: string }>('POST', path, { body });
  if (answer.status !== 202) throw new Error(answer.text);
  await closingOf(api.deps, answer.body.id);
  return answer.body.id;
}

async function deliver({ api, accountId }: Bench, serial: number): Promise<string> {
  const { db, temporal } = api.deps;
  const day = new Date(Date.now() - serial * DAY_MS);
  const starts = await db.transaction((tx) => emitLowBalance(tx, accountId, 1, day));
  await startNow(api.deps, starts);
  const [start] = starts;
  if (!start) throw new Error('no delivery');
  await closingOf({ temporal }, start.workflowId);
  return start.workflowId;
}

async function upload({ api, client }: Bench): Promise<string> {
  const body = { content_type: 'image/png' };
  const made = (await client.call<CreatedUploadBody>('POST', '/v1/uploads', { body })).body;
  const headers = { 'Content-Type': 'image/png' };
  await fetch(made.upload_url ?? '', {
    method: 'PUT',
    headers,
    body: new Uint8Array(await photo(64)),
  });
  await client.get(`/v1/uploads/${made.id}`);
  await closingOf(api.deps, made.id);
  return made.id;
}

async function analyse({ api, client }: Bench): Promise<string> {
  const body = CHARACTERS.body([dataUrl(await photo())]);
  const made = await client.call<{ id: string }>('POST', CHARACTERS.path, { body });
  const id = `analysis-character-${made.body.id}`;
  await closingOf(api.deps, id);
  return id;
}

async function publish({ api }: Bench): Promise<string> {
  const { id } = await makePost(api.deps);
  await closingOf(api.deps, id);
  return id;
}

/** The runs to measure. To cover another workflow type, add a row. */
const CARDS: readonly (readonly [name: string, make: MakeRun])[] = [
  ['generateImage', (bench, n) => ordered(bench, '/v1/images', { prompt: `picture ${n}` })],
  [
    'generateVideo of a given frame',
    (bench, n) =>
      ordered(bench, '/v1/videos', {
        ...SHORT_CLIP,
        prompt: `clip ${n}`,
        start_frame: squareUrl(64),
      }),
  ],
  [
    'generateVideo of a prompt',
    (bench, n) => ordered(bench, '/v1/videos', { ...SHORT_CLIP, prompt: `clip ${n}` }),
  ],
  ['deliverWebhook', deliver],
  ['finaliseUpload', upload],
  ['analyseSubject', analyse],
  ['publishPost, one platform', publish],
];

/** Creates a provider that responds immediately, so that a run's cost excludes generating. */
async function makeInstant(): Promise<DirectProvider> {
  const square = { width: 64, height: 64, channels: 3, background: 'teal' } as const;
  const picture = await sharp({ create: square }).png().toBuffer();
  const clip = await clipOf(4, { width: 64, height: 64 });
  return {
    name: 'local',
    mode: 'direct',
    generate: async ({ kind }) =>
      kind === 'video'
        ? { bytes: clip, contentType: 'video/mp4' }
        : { bytes: picture, contentType: 'image/png' },
  };
}

async function measureCard(bench: Bench, make: MakeRun, count: number, statements: () => number) {
  await make(bench, 0);
  const before = { cpu: readCpu(process.pid), statements: statements() };
  let id = '';
  for (let serial = 1; serial <= count; serial += 1) id = await make(bench, serial);
  const cpu = readCpu(process.pid);
  const spent = (name: string): string =>
    (((cpu.get(name) ?? 0) - (before.cpu.get(name) ?? 0)) / count).toFixed(1);
  const sql = ((statements() - before.statements) / count).toFixed(1);
  const types = typesOf(await eventsOf(bench.api.deps.temporal.client, id));
  const tasks = types.filter((type) => type === 'WORKFLOW_TASK_COMPLETED').length;
  return [types.length, tasks, spent('temporal'), spent('postgres'), spent('self'), sql].map(
    String,
  );
}

export const measure: Measure = async ({ quick }) => {
  const statements = countStatements();
  quietRuntime();
  await startSharedServers();
  const receiver = await Receiver.start();
  const api = await startApi({ WEBHOOK_ALLOW: receiver.origin });
  const stage = new PublishStage();
  const workers = await startWorkers(api.deps, {
    outbound: true,
    platforms: stage.platforms,
    mediaDeps: { providers: new Map([['local', await makeInstant()]]) },
  });
  const { client, accountId } = await buildCustomer(api.deps.db, api.url, { credits: 100_000 });
  const hook = { url: receiver.at('/hook'), events: ['credits.low'] };
  const registered = await client.call('POST', '/v1/webhooks', { body: hook });
  if (registered.status !== 201) throw new Error(registered.text);
  const bench: Bench = { api, client, accountId, receiver, stage };
  const rows: string[][] = [];
  for (const [name, make] of CARDS) {
    rows.push([name, ...(await measureCard(bench, make, quick ? 3 : RUNS, statements))]);
  }
  await until('every generation to end', async () => {
    const open = `SELECT FROM generation WHERE status IN ('queued', 'processing') LIMIT 1`;
    return (await api.deps.db.query<unknown[]>(open)).length === 0;
  });
  const found = await checkInvariants(api.deps.db.manager);
  if (found.length > 0) throw new Error(JSON.stringify(found));
  await workers.stop();
  await api.stop();
  await receiver.stop();
  await stopSharedServers();
  const table: Table = {
    title: 'One run of each workflow type; processor time in ms',
    header: [
      'Workflow',
      'Events',
      'Workflow tasks',
      'Temporal',
      'PostgreSQL',
      'API and workers',
      'Statements',
    ],
    rows,
  };
  return {
    figures: [],
    tables: [table],
    notes: [
      'Shows how a change to a workflow affects its cost. Each row is the mean of runs one after another, from the request to the end of the run; the provider and the platform are fakes that answer immediately. API and workers are one process.',
      'The schedules run six short workflows a few times an hour; they are not listed. The doctor found no violations.',
    ],
  };
};
