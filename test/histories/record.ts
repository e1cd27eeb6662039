import { writeFile } from 'node:fs/promises';
import { uploadWorkflow } from '../../domain/uploads/create-upload.js';
import type { CreatedUploadBody } from '../../domain/contract/upload.js';
import { newId } from '../../domain/contract/ids.js';
import { blackPng } from '../media/inspection/made.js';
import { buildCustomer } from '../support/accounts.js';
import { startSharedServers, stopSharedServers } from '../support/hooks.js';
import { startApi, type TestApi } from '../support/platform.js';
import { closingOf, recordHistory } from '../support/recorder.js';
import { startWorkers } from '../support/workers.js';
import { order, reached, type Order } from '../workflows/pipeline.js';
import { SUBJECT_RECORDERS } from './record-subject.js';
import { RECORDERS, TEXT_MODELS } from './record-video.js';
import { WEBHOOK_RECORDERS } from './record-webhook.js';
import { fileOf, SHAPES, type Shape } from './shapes.js';

/*
 * Records the histories that replay.test.ts replays. By hand: `tsx test/histories/record.ts`, with
 * the names of the shapes to record, or none for all.
 *
 * When replay fails, do not record again: runs like these are open in production. Change the
 * workflow by `patched()`, and record the new flow beside the old one as `<name>.v2.json`.
 */

/** What is ordered for a shape; the other shapes need more than a prompt. */
const PROMPTS: Partial<Record<Shape, string>> = {
  success: 'a red fox',
  retried: 'a red fox simulate:provider_error=1',
  fallback: 'a red fox simulate:fallback',
  blocked: 'a red fox simulate:content_blocked',
  'all-providers-fail': 'a red fox simulate:provider_error',
  'analysis-failed': 'a red fox simulate:analysis_failure',
};

async function prompted(api: TestApi, prompt: string): Promise<Order> {
  const workers = await startWorkers(api.deps);
  const ordered = await order(api, prompt);
  await closed(api, ordered);
  await workers.stop();
  return ordered;
}

async function cancelled(api: TestApi): Promise<Order> {
  const workers = await startWorkers(api.deps, { media: false });
  const ordered = await order(api, 'a red fox');
  await ordered.client.call('POST', `/v1/generations/${ordered.id}/cancel`);
  await closed(api, ordered);
  await workers.stop();
  return ordered;
}

async function restarted(api: TestApi): Promise<Order> {
  const first = await startWorkers(api.deps, { grace: '0s' });
  const ordered = await order(api, 'a red fox simulate:slow=2');
  await reached(api.deps, ordered.id, 'processing');
  await first.stop();
  const second = await startWorkers(api.deps);
  await closed(api, ordered);
  await second.stop();
  return ordered;
}

/** A signed upload whose caller PUTs these files and asks about each. */
async function uploaded(api: TestApi, files: readonly Buffer[]): Promise<Recorded> {
  const workers = await startWorkers(api.deps);
  const { client } = await buildCustomer(api.deps.db, api.url);
  const body = { content_type: 'image/png' };
  const upload = (await client.call<CreatedUploadBody>('POST', '/v1/uploads', { body })).body;
  for (const file of files) {
    const headers = { 'Content-Type': 'image/png' };
    const request = { method: 'PUT', headers, body: new Uint8Array(file) };
    await fetch(upload.upload_url ?? '', request);
    await client.get(`/v1/uploads/${upload.id}`);
  }
  await closed(api, upload);
  await workers.stop();
  return upload;
}

/** An upload without a file, a second before its window ends: nobody waits 15 minutes for it. */
async function dropped(api: TestApi): Promise<Recorded> {
  const workers = await startWorkers(api.deps);
  const id = newId('upl');
  await api.deps.temporal.startWorkflow(
    uploadWorkflow({ id, accountId: 'acc_recorded', uploadExpiresAt: new Date(Date.now() - 59_000) }),
  );
  await closed(api, { id });
  await workers.stop();
  return { id };
}

interface Recorded {
  readonly id: string;
}

const closed = (api: TestApi, { id }: Recorded) => closingOf(api.deps, id);

function run(api: TestApi, shape: Shape): Promise<Recorded> {
  const record = { ...RECORDERS, ...SUBJECT_RECORDERS, ...WEBHOOK_RECORDERS }[shape];
  if (record) return record(api);
  if (shape === 'upload-finalised') return uploaded(api, [blackPng(64)]);
  if (shape === 'upload-refused') return uploaded(api, [Buffer.from('<html>'), blackPng(64)]);
  if (shape === 'upload-dropped') return dropped(api);
  if (shape === 'cancelled-while-queued') return cancelled(api);
  if (shape === 'worker-restarted') return restarted(api);
  return prompted(api, PROMPTS[shape] ?? '');
}

const names = process.argv.slice(2);
await startSharedServers();
const api = await startApi({}, (deps) => ({ ...deps, textModels: TEXT_MODELS }));
for (const shape of SHAPES.filter((one) => names.length === 0 || names.includes(one))) {
  const { id } = await run(api, shape);
  const json = await recordHistory(api.deps.temporal.client, id);
  await writeFile(fileOf(shape), json);
  console.log(`${shape}: ${json.length} bytes`);
}
await api.stop();
await stopSharedServers();
