import { cpus } from 'node:os';
import { WorkflowNotFoundError } from '@temporalio/client';
import pMap from 'p-map';
import { checkInvariants } from '../domain/ledger/invariants.js';
import { createDeps, type Deps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount } from '../test/support/accounts.js';
import { ApiClient } from '../test/support/client.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startServer } from './start-server.js';
import { testEnv } from '../test/support/platform.js';
import { PlatformProcess } from '../test/support/process.js';
import { until } from '../test/support/until.js';
import type { Measure, Table } from './suite/figure.js';

/**
 * Measures the effect of more processes: images per second with 1, 2 and 4 pairs of orchestrator and media worker, and
 * accepted requests per second with 1, 2 and 4 API processes. On a machine with few cores, the processes share the CPU
 * that a single process could use. The table then shows that nothing breaks, and at which size the cores become the
 * limit.
 */
const SIZES = [1, 2, 4] as const;
const IN_FLIGHT = 16;

interface Stage {
  readonly deps: Deps;
  readonly apiKey: string;
}

export const measure: Measure = async ({ quick }) => {
  await startSharedServers();
  const deps = await createDeps(parseEnv(testEnv()), 'admin');
  await deps.store.ensureBucket();
  const raised = { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 };
  const { apiKey } = await buildAccount(deps.db, { credits: 1_000_000, raised });
  const stage = { deps, apiKey };
  try {
    const table = await measureAll(stage, quick);
    const violations = await checkInvariants(deps.db.manager);
    if (violations.length > 0) throw new Error(`the ledger: ${JSON.stringify(violations)}`);
    return { figures: [], tables: [table], notes: ['The ledger was consistent at the end.'] };
  } finally {
    await deps.close();
    await stopSharedServers();
  }
};

/** Measures images first, because nothing renders the requests that the second half accepts. */
async function measureAll(stage: Stage, quick: boolean): Promise<Table> {
  const images: number[] = [];
  for (const size of SIZES) images.push(await measureWorkers(stage, size, quick ? 8 : 60));
  const accepted: number[] = [];
  for (const size of SIZES) accepted.push(await measureApis(stage, size, quick ? 100 : 1_000));
  return {
    title: `1, 2 and 4 processes of each kind on ${cpus().length} cores`,
    header: ['processes', 'images a second, local renderer at 1K', 'accepted a second'],
    rows: SIZES.map((size, index) => [
      String(size),
      images[index]?.toFixed(2) ?? '',
      accepted[index]?.toFixed(0) ?? '',
    ]),
  };
}

/** Starts API processes. @returns their URLs and a function that stops the processes */
async function startApis(count: number, extra: Record<string, string> = {}) {
  const start = () => startServer('api', extra);
  const started = await Promise.all(Array.from({ length: count }, start));
  return {
    urls: started.map(({ url }) => url),
    stop: () => started.forEach(({ child }) => child.kill()),
  };
}

/** Requests an image. @returns the image's id */
async function post(client: ApiClient | undefined): Promise<string> {
  const { status, text, body } = (await client?.image({ prompt: 'a fox' })) ?? {};
  if (status !== 202 || !body) throw new Error(`refused with ${status}: ${text}`);
  return body.id;
}

/** Measures the rate per second, with `IN_FLIGHT` calls in flight. */
async function rateOf(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const numbers = Array.from({ length: count }, (_, index) => index);
  await pMap(numbers, work, { concurrency: IN_FLIGHT });
  return (count * 1_000) / (performance.now() - began);
}

/**
 * Sends requests to the API processes in turn. The relay, which would start the workflows, does not
 * run.
 */
async function measureApis({ apiKey }: Stage, size: number, count: number): Promise<number> {
  const apis = await startApis(size, { WITHOUT_TEMPORAL: '1' });
  try {
    const clients = apis.urls.map((url) => new ApiClient(url, apiKey));
    const work = (index: number) => post(clients[index % size]);
    await rateOf(IN_FLIGHT * size, work);
    return await rateOf(count, work);
  } finally {
    apis.stop();
  }
}

function refuseUnlessMissing(error: unknown): null {
  if (error instanceof WorkflowNotFoundError) return null;
  throw error;
}

/** Measures images from the request to the end of the run, with real worker processes. */
async function measureWorkers({ deps, apiKey }: Stage, size: number, count: number) {
  const names = Array.from({ length: size }, () => ['orchestrator', 'media'] as const).flat();
  const env = testEnv();
  const workers = await Promise.all(names.map((name) => PlatformProcess.start(name, env)));
  const apis = await startApis(1);
  try {
    const client = new ApiClient(apis.urls[0] ?? '', apiKey);
    const { workflow } = deps.temporal.client;
    const work = async () => {
      const run = workflow.getHandle(await post(client));
      // The run starts shortly after the response, so the first requests may not find it.
      await until('the run exists', () => run.describe().catch(refuseUnlessMissing));
      return run.result();
    };
    await rateOf(2 * size, work);
    return await rateOf(count, work);
  } finally {
    apis.stop();
    await Promise.all(workers.map((running) => running.stop()));
  }
}
