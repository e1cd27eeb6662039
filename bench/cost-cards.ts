import { startNow } from '../domain/durable/start-workflow.js';
import type { CreatedUploadBody } from '../domain/contract/upload.js';
import { emitLowBalance } from '../domain/webhooks/emit-event.js';
import { CHARACTERS, photo } from '../test/api/subjects-rig.js';
import { dataUrl } from '../test/support/data-url.js';
import { closingOf } from '../test/support/recorder.js';
import { makePost, PublishStage } from '../test/workflows/publish-rig.js';
import { countStatements } from './count-statements.js';
import { readCpu } from './memory/process-tree.js';
import { PipelineRig } from './pipeline-rig.js';
import type { Measure, Table } from './suite/figure.js';

/**
 * Measures the cost of each workflow type, one run at a time: events and workflow tasks, SQL statements, and CPU time
 * of Temporal, PostgreSQL and this process (API, client, workers).
 */
const RUNS = 20;
const DAY_MS = 86_400_000;

/** Starts one run and waits until it is closed. @returns its id */
type MakeRun = (rig: PipelineRig, serial: number) => Promise<string>;

async function deliver({ api, customer }: PipelineRig, serial: number): Promise<string> {
  const { db, temporal } = api.deps;
  const day = new Date(Date.now() - serial * DAY_MS);
  const starts = await db.transaction((tx) => emitLowBalance(tx, customer.accountId, 1, day));
  await startNow(api.deps, starts);
  const [start] = starts;
  if (!start) throw new Error('no delivery');
  await closingOf({ temporal }, start.workflowId);
  return start.workflowId;
}

async function upload({ api, customer: { client } }: PipelineRig): Promise<string> {
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

async function analyse({ api, customer: { client } }: PipelineRig): Promise<string> {
  const body = CHARACTERS.body([dataUrl(await photo())]);
  const made = await client.call<{ id: string }>('POST', CHARACTERS.path, { body });
  const id = `analysis-character-${made.body.id}`;
  await closingOf(api.deps, id);
  return id;
}

async function publish({ api }: PipelineRig): Promise<string> {
  const { id } = await makePost(api.deps);
  await closingOf(api.deps, id);
  return id;
}

/** The runs to measure. To cover another workflow type, add a row. */
const CARDS: readonly (readonly [name: string, make: MakeRun])[] = [
  ['generateImage', (rig) => rig.one('image')],
  ['generateVideo of a given frame', (rig) => rig.one('video of a given frame')],
  ['generateVideo of a prompt', (rig) => rig.one('video of a prompt')],
  ['deliverWebhook', deliver],
  ['finaliseUpload', upload],
  ['analyseSubject', analyse],
  ['publishPost, one platform', publish],
];

async function measureCard(
  rig: PipelineRig,
  make: MakeRun,
  count: number,
  statements: () => number,
) {
  await make(rig, 0);
  const before = { cpu: readCpu(process.pid), statements: statements() };
  let id = '';
  for (let serial = 1; serial <= count; serial += 1) id = await make(rig, serial);
  const cpu = readCpu(process.pid);
  const spent = (name: string): string =>
    (((cpu.get(name) ?? 0) - (before.cpu.get(name) ?? 0)) / count).toFixed(1);
  const sql = ((statements() - before.statements) / count).toFixed(1);
  const { events, tasks } = await rig.costOf(id);
  return [events, tasks, spent('temporal'), spent('postgres'), spent('self'), sql].map(String);
}

export const measure: Measure = async ({ quick }) => {
  const statements = countStatements();
  const rig = await PipelineRig.start();
  const workers = await rig.workers('tiny', { platforms: new PublishStage().platforms });
  await rig.register('credits.low');
  const rows: string[][] = [];
  for (const [name, make] of CARDS) {
    rows.push([name, ...(await measureCard(rig, make, quick ? 3 : RUNS, statements))]);
  }
  await rig.check();
  await workers.stop();
  await rig.stop();
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
