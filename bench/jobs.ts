import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { testEnv } from '../test/support/platform.js';
import { percentile, median } from './load.js';
import { installSystems } from './peers/install.js';
import { PipelineRig } from './pipeline-rig.js';
import type { Figure, Measure } from './suite/figure.js';

/**
 * Runs the same job in four systems, on the same PostgreSQL and object store. The job is recorded with its cost,
 * rendered by an upstream that responds immediately, encoded, stored with a preview, and settled. Our system runs its
 * usual path: over HTTP, with API key, idempotency, limits, holds, ledger, events and a Temporal history.
 */
const PEERS = [
  ['dbos', 'DBOS'],
  ['graphile', 'graphile-worker'],
  ['pg-boss', 'pg-boss'],
] as const;
const IN_FLIGHT = [1, 20] as const;

/** Pause between single jobs, as if a user made an image now and then. */
const PAUSE_MS = 1_200;

/** Total time of all jobs, and the time of each job from its request to its end, in milliseconds. */
interface Batch {
  readonly milliseconds: number;
  readonly times: readonly number[];
}

type Make = (count: number, inFlight: number, pauseMs: number) => Promise<Batch>;

interface System {
  readonly name: string;
  readonly make: Make;
  stop(): void;
}

/** Starts a process that runs jobs and reports their times. */
async function startPeer(file: string, name: string): Promise<System> {
  const child = fork(new URL(`./peers/systems/${file}.mjs`, import.meta.url), {
    env: { ...process.env, ...testEnv() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answerOf(child, name);
  const make: Make = async (count, inFlight, pauseMs) => {
    child.send({ count, inFlight, pauseMs });
    return (await answerOf(child, name)) as Batch;
  };
  return { name, make, stop: () => void child.kill() };
}

const makeOurs =
  (rig: PipelineRig): Make =>
  async (count, inFlight, pauseMs) => {
    const times: number[] = [];
    const one = async (): Promise<void> => {
      await pause(pauseMs);
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
    figures.push(...(await comparePaused(systems, quick)));
    for (const inFlight of IN_FLIGHT) {
      figures.push(...(await compare(systems, inFlight, quick)));
    }
    await rig.check();
    return {
      figures,
      notes: [
        'A job here is one transaction for the work and its cost, two files in the store, and one transaction that settles. The peers do none of what ours does in addition: it authenticates a key, stores a response for each Idempotency-Key, holds credits, releases slots, emits events, and records every step for operators.',
        'The ledger was consistent at the end.',
      ],
    };
  } finally {
    for (const system of systems) system.stop();
    await workers.stop();
    await rig.stop();
  }
};

/** Runs all systems in turn; the first round is a warm-up. */
async function runRounds(
  systems: readonly System[],
  { rounds, count, inFlight, pauseMs }: Record<'rounds' | 'count' | 'inFlight' | 'pauseMs', number>,
): Promise<(name: string) => readonly Batch[]> {
  const batches = new Map<string, Batch[]>(systems.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, make } of systems) {
      const batch = await make(round === 0 ? inFlight : count, inFlight, pauseMs);
      if (round > 0) batches.get(name)?.push(batch);
    }
  }
  return (name) => batches.get(name) ?? [];
}

const findP50 = (batches: readonly Batch[]): number =>
  median(batches.map(({ times }) => percentile(times, 0.5)));

const findRate = (batches: readonly Batch[]): number =>
  median(batches.map(({ times, milliseconds }) => times.length / milliseconds)) * 1e3;

/** Runs single jobs with pauses, so that only latency is measured, without any queueing. */
async function comparePaused(systems: readonly System[], quick: boolean): Promise<Figure[]> {
  const plan = { rounds: 1, count: quick ? 3 : 20, inFlight: 1, pauseMs: PAUSE_MS };
  const batches = await runRounds(systems, plan);
  return PEERS.map(([, name]) => ({
    name: `request to end, p50, one every ${PAUSE_MS / 1_000} s`,
    value: findP50(batches('ours')),
    unit: 'ms',
    peer: { name, value: findP50(batches(name)) },
  }));
}

async function compare(systems: readonly System[], inFlight: number, quick: boolean) {
  const count = (inFlight === 1 ? 1 : 4) * (quick ? 10 : 30);
  const plan = { rounds: quick ? 1 : 3, count, inFlight, pauseMs: 0 };
  const batches = await runRounds(systems, plan);
  return PEERS.flatMap(([, name]): Figure[] => [
    {
      name: `jobs, ${inFlight} in flight`,
      value: findRate(batches('ours')),
      unit: '/s',
      peer: { name, value: findRate(batches(name)) },
    },
    {
      name: `request to end, p50, ${inFlight} in flight`,
      value: findP50(batches('ours')),
      unit: 'ms',
      peer: { name, value: findP50(batches(name)) },
    },
  ]);
}
