import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { checkInvariants } from '../domain/ledger/invariants.js';
import { buildQueuedWriter, type QueuedWriter } from './waits/queued-writer.js';
import { follow, type Held } from './waits/follow.js';
import { createDeps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { testEnv } from '../test/support/platform.js';
import { median, pace, percentile, type Shot } from './load.js';
import { startServer } from './start-server.js';
import type { Measure, Measured } from './suite/figure.js';

const HELD = 200;
const HELD_QUICK = 20;
/** Requests per second of other callers in each round. */
const PER_SECOND = 50;
const SECONDS = 15;
const SECONDS_QUICK = 3;

/**
 * Measures the effect of waiting requests on other requests of one API process, and the delay until
 * the waiting clients receive the result. The generations are completed by the steps of the
 * pipeline, without rendering.
 */
export const measure: Measure = async ({ quick }) => {
  const count = quick ? HELD_QUICK : HELD;
  const seconds = quick ? SECONDS_QUICK : SECONDS;
  await startSharedServers();
  const deps = await createDeps(parseEnv(testEnv()), 'admin');
  const { child, url } = await startServer('api');
  const memory = () => readResidentMb(child.pid ?? 0);
  try {
    const writer: QueuedWriter = await buildQueuedWriter(deps, url, count);
    const others: Shot = writer.readOne;
    await pace(others, PER_SECOND, seconds);
    const before = {
      mb: memory(),
      p99: (await pace(others, PER_SECOND, seconds)).p99,
    };
    const waits = writer.all.map((one) => follow('wait', url, one));
    const streams = writer.all.map((one) => follow('events', url, one));
    const held: Held[] = [...waits, ...streams];
    await Promise.all(streams.map(({ begun }) => begun));
    await pause(1_000);
    const during = {
      mb: memory(),
      p99: (await pace(others, PER_SECOND, seconds)).p99,
    };
    const delays = await writer.completeAll(held);
    const violations = await checkInvariants(deps.db.manager);
    if (violations.length > 0) throw new Error(JSON.stringify(violations));
    return describe({ count, delays, before, during });
  } finally {
    child.kill('SIGKILL');
    await deps.close();
    await stopSharedServers();
  }
};

interface Round {
  readonly mb: number;
  readonly p99: number;
}

interface Run {
  readonly count: number;
  readonly delays: Record<Held['kind'], number[]>;
  readonly before: Round;
  readonly during: Round;
}

function describe({ count, delays, before, during }: Run): Measured {
  return {
    figures: [
      {
        name: `p50 from the end to the response of a wait`,
        value: median(delays.wait),
        unit: 'ms',
        aim: { of: 'value', at: 'below', bound: 50 },
      },
      {
        name: `p50 from the end to the last event of a stream`,
        value: median(delays.events),
        unit: 'ms',
        aim: { of: 'value', at: 'below', bound: 50 },
      },
      {
        name: `p99 from the end to the response of a wait`,
        value: percentile(delays.wait, 0.99),
        unit: 'ms',
      },
      {
        name: `added to the p99 of other reads by ${count} waits and ${count} streams`,
        value: during.p99 - before.p99,
        unit: 'ms',
        aim: { of: 'value', at: 'below', bound: 50 },
      },
      {
        name: `p99 of other reads meanwhile`,
        value: during.p99,
        unit: 'ms',
        peer: { name: 'without waits', value: before.p99 },
      },
      {
        name: `memory added by ${count} waits and ${count} streams`,
        value: during.mb - before.mb,
        unit: 'MB',
      },
    ],
    notes: [
      `${count} generations, at most 40 of each account; ${PER_SECOND} other reads per second.`,
    ],
  };
}

/** Returns the resident memory of a process in megabytes. */
function readResidentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}
