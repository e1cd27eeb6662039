import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pMap from 'p-map';
import { testEnv } from '../test/support/platform.js';
import { percentile } from './load.js';
import { median } from './median.js';
import { installSystems } from './peers/install.js';
import { PipelineRig } from './pipeline-rig.js';
import type { Figure, Measure } from './suite/figure.js';

/**
 * One job in four systems, on the same PostgreSQL and object store: written down with what it costs,
 * drawn by an upstream that answers at once, encoded, stored with a preview, settled. Ours does it as
 * it does all: over HTTP, with key, idempotency, limits, holds, ledger, events and a history in Temporal.
 */
const PEERS = [
  ['dbos', 'DBOS'],
  ['graphile', 'graphile-worker'],
  ['pg-boss', 'pg-boss'],
] as const;
const IN_FLIGHT = [1, 20] as const;

/** How long jobs took together, and each of them from its request to its end; milliseconds. */
interface Batch {
  readonly milliseconds: number;
  readonly times: readonly number[];
}

type Make = (count: number, inFlight: number) => Promise<Batch>;

interface System {
  readonly name: string;
  readonly make: Make;
  stop(): void;
}

/** A process that does jobs and says how long they took. */
async function startPeer(file: string, name: string): Promise<System> {
  const child = fork(new URL(`./peers/systems/${file}.mjs`, import.meta.url), {
    env: { ...process.env, ...testEnv() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answerOf(child, name);
  const make: Make = async (count, inFlight) => {
    child.send({ count, inFlight });
    return (await answerOf(child, name)) as Batch;
  };
  return { name, make, stop: () => void child.kill() };
}

const makeOurs =
  (rig: PipelineRig): Make =>
  async (count, inFlight) => {
    const times: number[] = [];
    const one = async (): Promise<void> => {
      const at = performance.now();
      await rig.one();
      times.push(performance.now() - at);
    };
    const began = performance.now();
    await pMap(Array.from({ length: count }), one, { concurrency: inFlight });
    return { milliseconds: performance.now() - began, times };
  };

async function answerOf(child: ChildProcess, name: string): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(
    () => Promise.reject(new Error(`${name} ended`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    const [message] = (await Promise.race([once(child, 'message'), exit])) as [unknown];
    return message;
  } finally {
    ended.abort();
  }
}

export const measure: Measure = async ({ quick }) => {
  await installSystems();
  const rig = await PipelineRig.start();
  const workers = await rig.workers('tiny');
  const systems: System[] = [{ name: 'ours', make: makeOurs(rig), stop: () => undefined }];
  try {
    for (const [file, name] of PEERS) systems.push(await startPeer(file, name));
    const figures: Figure[] = [];
    for (const inFlight of IN_FLIGHT) {
      figures.push(...(await compare(systems, inFlight, quick)));
    }
    await rig.check();
    return {
      figures,
      notes: [
        'A job here is one transaction for the work and its cost, two files in the store, and one transaction that settles. What ours does besides is in no peer: it admits a key, keeps an answer for each Idempotency-Key, holds credits, frees slots, tells events, and keeps every step where an operator sees it.',
        'The ledger was clean at the end.',
      ],
    };
  } finally {
    for (const system of systems) system.stop();
    await workers.stop();
    await rig.stop();
  }
};

/** All systems in turns, the first round to warm them up. */
async function compare(systems: readonly System[], inFlight: number, quick: boolean) {
  const rounds = quick ? 1 : 3;
  const count = (inFlight === 1 ? 1 : 4) * (quick ? 10 : 30);
  const batches = new Map<string, Batch[]>(systems.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, make } of systems) {
      const batch = await make(round === 0 ? inFlight : count, inFlight);
      if (round > 0) batches.get(name)?.push(batch);
    }
  }
  const of = (name: string) => batches.get(name) ?? [];
  const rate = (name: string) => median(of(name).map((b) => b.times.length / b.milliseconds)) * 1e3;
  const p50 = (name: string) => median(of(name).map(({ times }) => percentile(times, 0.5)));
  return PEERS.flatMap(([, name]): Figure[] => [
    {
      name: `jobs, ${inFlight} in flight`,
      value: rate('ours'),
      unit: '/s',
      peer: { name, value: rate(name) },
    },
    {
      name: `request to end, p50, ${inFlight} in flight`,
      value: p50('ours'),
      unit: 'ms',
      peer: { name, value: p50(name) },
    },
  ]);
}
