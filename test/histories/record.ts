import { writeFile } from 'node:fs/promises';
import { startSharedServers, stopSharedServers } from '../support/hooks.js';
import { startApi, type TestApi } from '../support/platform.js';
import { recordHistory } from '../support/recorder.js';
import { startWorkers } from '../support/workers.js';
import { order, reached, type Order } from '../workflows/pipeline.js';
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

const closed = (api: TestApi, { id }: Order) =>
  api.deps.temporal.client.workflow.getHandle(id).result();

function run(api: TestApi, shape: Shape): Promise<Order> {
  if (shape === 'cancelled-while-queued') return cancelled(api);
  if (shape === 'worker-restarted') return restarted(api);
  return prompted(api, PROMPTS[shape] ?? '');
}

const names = process.argv.slice(2);
await startSharedServers();
const api = await startApi();
for (const shape of SHAPES.filter((one) => names.length === 0 || names.includes(one))) {
  const { id } = await run(api, shape);
  const json = await recordHistory(api.deps.temporal.client, id);
  await writeFile(fileOf(shape), json);
  console.log(`${shape}: ${json.length} bytes`);
}
await api.stop();
await stopSharedServers();
