import { fileURLToPath } from 'node:url';
import pMap from 'p-map';
import sharp from 'sharp';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import type { DirectProvider } from '../domain/ports/provider.js';
import { createDeps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount } from '../test/support/accounts.js';
import { ApiClient } from '../test/support/client.js';
import { startSharedServers, stopSharedServers, testServers } from '../test/support/hooks.js';
import { startApi, testEnv } from '../test/support/platform.js';
import { until } from '../test/support/until.js';
import { QUIET, quietRuntime, startWorkers } from '../test/support/workers.js';

/**
 * Generations per second, from POST to `completed`, against raw Temporal workflows that have the
 * same events and do nothing, in the same run and alternating. `npm run bench:pipeline`
 * - `tiny provider`: the whole pipeline with an upstream that answers at once (a 64-pixel image)
 * - `local renderer`: the same with the real renderer at 1K: what a user of this machine gets
 */
const COUNT = 100;
const ROUNDS = 3;
const IN_FLIGHT = 20;

async function inFlight(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await pMap(Array.from({ length: count }), work, { concurrency: IN_FLIGHT });
  return count / ((performance.now() - began) / 1_000);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

quietRuntime();
await startSharedServers();
const tinyImage = await sharp({
  create: { width: 64, height: 64, channels: 3, background: 'teal' },
})
  .png()
  .toBuffer();
const tiny: DirectProvider = {
  name: 'local',
  mode: 'direct',
  generate: async () => ({ bytes: tinyImage, contentType: 'image/png' }),
};
const api = await startApi();
const { temporalAddress, temporalNamespace: namespace } = testServers();
const connection = await NativeConnection.connect({ address: temporalAddress });
const noOps = { step: async () => undefined };
const raw = await Worker.create({
  connection,
  namespace,
  taskQueue: 'bench',
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./peers/raw-workflow.ts', import.meta.url)),
    logger: QUIET,
  }),
  activities: noOps,
});
const rawMedia = await Worker.create({
  connection,
  namespace,
  taskQueue: 'bench-media',
  activities: noOps,
});
const rawRunning = Promise.all([raw.run(), rawMedia.run()]);
const account = await buildAccount(api.deps.db, {
  credits: 1_000_000,
  raised: { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 },
});
const client = new ApiClient(api.url, account.apiKey);
let serial = 0;

async function oneRaw(): Promise<void> {
  serial += 1;
  const workflowId = `raw-${serial}`;
  const options = { workflowId, taskQueue: 'bench', args: [] };
  await api.deps.temporal.client.workflow.execute('rawImage', options);
}

async function oneImage(): Promise<void> {
  serial += 1;
  const { body } = await client.image({ prompt: `picture ${serial}`, aspect_ratio: '1:1' });
  await api.deps.temporal.client.workflow.getHandle(body.id).result();
  await until('the row to be completed', async () => {
    const { body: now } = await client.get(`/v1/generations/${body.id}`);
    return now.status === 'completed';
  });
}

async function withWorkers(tinyProvider: boolean): Promise<number> {
  const deps = await createDeps(parseEnv(testEnv()), 'media');
  const mediaDeps = tinyProvider ? { providers: new Map([['local', tiny]]) } : {};
  const workers = await startWorkers(deps, { mediaDeps, slots: tinyProvider ? 20 : 2 });
  const perSecond = await inFlight(COUNT, oneImage);
  await workers.stop();
  await deps.close();
  return perSecond;
}

const rates = { raw: [] as number[], tiny: [] as number[], renderer: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  rates.raw.push(await inFlight(COUNT, oneRaw));
  rates.tiny.push(await withWorkers(true));
  rates.renderer.push(await withWorkers(false));
}
const peer = median(rates.raw);
console.log(`\n${COUNT} runs a round, ${IN_FLIGHT} in flight, median of ${ROUNDS} rounds`);
for (const [name, values] of Object.entries(rates)) {
  const rate = median(values);
  console.log(
    `${name.padEnd(10)} ${rate.toFixed(1).padStart(6)}/s  ${(rate / peer).toFixed(2)}x raw`,
  );
}
raw.shutdown();
rawMedia.shutdown();
await rawRunning;
await connection.close();
await api.stop();
await stopSharedServers();
process.exit();
