import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { RETRY_DELAYS_MS } from '../domain/catalogue/webhook-times.js';
import { closeDeliveries } from '../domain/webhooks/close-deliveries.js';
import { silence, slow as slowly } from '../test/support/receiver.js';
import { until } from '../test/support/until.js';
import { percentile } from './load.js';
import { WebhookBench, type Endpoint } from './webhook-rig.js';

/**
 * Measures the cost of a dead endpoint for itself and for other endpoints: the time from commit to arrival for 49
 * endpoints at a steady pace, without and with an endpoint that never responds and has 2,000 open deliveries; the
 * lateness of every attempt; and whether the requests equal the recorded attempts. Both modes take turns, with a new
 * dead endpoint each time. `npm run bench:isolation`, or smaller: `npm run bench:isolation -- 200 10 1 5` (open
 * deliveries, seconds per round, turns, deliveries per second to healthy endpoints)
 */
const OPEN = Number(process.argv[2] ?? 2_000);
const SECONDS = Number(process.argv[3] ?? 30);
const TURNS = Number(process.argv[4] ?? 2);
const ENDPOINTS = 49;
/** Deliveries per second to all healthy endpoints combined. */
const PER_SECOND = Number(process.argv[5] ?? 10);
/** New deliveries per second to the dead endpoint, like to all healthy endpoints together. */
const PILED_PER_SECOND = PER_SECOND;
const CANCELLED_PER_CALL = 20;
const RUNNING = 'ExecutionStatus = "Running"';
const SLOW = 50;
const SLOW_MS = 11_000;
const DEADLINE_MS = 600_000;

const bench = await WebhookBench.start();
const { db } = bench.deps;
const living = await Promise.all(
  Array.from({ length: ENDPOINTS }, (_, index) => bench.endpoint(`/living${index}`)),
);
/** A healthy endpoint that receives as many requests as a dead endpoint, including its first retries. */
const busy = await bench.endpoint('/busy');
const all = new Map<string, number[]>();

/** Creates deliveries at a steady pace, even if earlier deliveries are still open. */
async function round(name: string): Promise<void> {
  const count = PER_SECOND * SECONDS;
  const began = Date.now();
  const emits: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, began + (index * 1_000) / PER_SECOND - Date.now()));
    emits.push(bench.emit(living[index % ENDPOINTS] as Endpoint));
  }
  await Promise.all(emits);
  const times = await bench.arrivals(living, count, DEADLINE_MS);
  all.set(name, [...(all.get(name) ?? []), ...times]);
  console.log(`  ${name.padEnd(34)} ${line(times)}  (load ${loadavg()[0]?.toFixed(1)})`);
}

const line = (times: readonly number[]) =>
  `${String(times.length).padStart(5)}  p50 ${percentile(times, 0.5).toFixed(0)} ms  p99 ${percentile(times, 0.99).toFixed(0)} ms`;

/** Creates deliveries at a steady pace, like a busy account. */
async function pile(
  endpoint: Endpoint,
  count: number,
  perSecond = PILED_PER_SECOND,
): Promise<void> {
  const began = Date.now();
  const emits: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, began + (index * 1_000) / perSecond - Date.now()));
    emits.push(bench.emit(endpoint));
  }
  await Promise.all(emits);
  const seconds = (Date.now() - began) / 1_000;
  console.log(`  ${count} deliveries to ${endpoint.path} began in ${seconds.toFixed(0)} s`);
}

/** Waits until each delivery of an endpoint has had this many attempts. */
async function attempted(endpoint: Endpoint, attempts: number): Promise<void> {
  await until(
    `each delivery to ${endpoint.path} has had ${attempts} attempts`,
    async () => {
      const [row]: { left: number }[] = await db.query(
        'SELECT count(*)::int AS left FROM webhook_delivery WHERE endpoint_id = $1 AND attempts < $2',
        [endpoint.id, attempts],
      );
      await pause(500);
      return row?.left === 0;
    },
    DEADLINE_MS,
  );
}

/** Reports how late attempts at an endpoint were, in milliseconds, by attempt number. */
async function lags(paths: string): Promise<void> {
  const rows: { n: number; late: number }[] = await db.query(
    `SELECT a.n, extract(epoch FROM a.started_at - coalesce(
       b.started_at + ($2::float8[])[b.n] * interval '1 ms', d.created_at))::float8 * 1000 AS late
     FROM delivery_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id
     LEFT JOIN delivery_attempt b ON b.delivery_id = a.delivery_id AND b.n = a.n - 1
     WHERE a.url LIKE $1`,
    [`%${paths}%`, RETRY_DELAYS_MS],
  );
  for (const n of new Set(rows.map((row) => row.n).toSorted((a, b) => a - b))) {
    const late = rows.filter((row) => row.n === n).map((row) => row.late);
    console.log(
      `  ${paths.padEnd(8)} attempt ${n} late by ${line(late)}  max ${Math.max(...late).toFixed(0)} ms`,
    );
  }
}

/** Compares the received requests with the recorded attempts while nothing is in flight. */
async function compare(): Promise<void> {
  await until(
    'the attempts in flight are recorded',
    async () => {
      await pause(500);
      return (await bench.metric('webhook_attempts_in_flight')) === 0;
    },
    DEADLINE_MS,
  );
  const rows: { id: string; attempts: number }[] = await db.query(
    'SELECT id, attempts FROM webhook_delivery',
  );
  const sent = bench.sent();
  const wrong = rows.filter(({ id, attempts }) => (sent.get(id) ?? 0) !== attempts);
  const shown = rows.reduce((sum, { attempts }) => sum + attempts, 0);
  const arrived = [...sent.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `  requests that arrived ${arrived}, attempts shown ${shown}; deliveries that differ: ${wrong.length}`,
  );
}

/**
 * Removes endpoints like their owners, and cancels their workflow runs, which would wait for hours.
 */
async function remove(...endpoints: readonly Endpoint[]): Promise<void> {
  const { client } = bench.deps.temporal;
  for (const { id } of endpoints) {
    await db.query('DELETE FROM webhook_endpoint WHERE id = $1', [id]);
    await db.transaction((tx) => closeDeliveries(tx, id, 'cancelled'));
  }
  await until(
    'every run has ended',
    async () => {
      const ids: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query: RUNNING })) {
        ids.push(workflowId);
      }
      const count = ids.length;
      while (ids.length > 0) {
        await bench.deps.deliveryRuns.cancel(ids.splice(0, CANCELLED_PER_CALL));
      }
      await pause(1_000);
      return count === 0;
    },
    DEADLINE_MS,
  );
}

/** Runs a dead endpoint until each of its deliveries has had two attempts, then removes it. */
async function turn(number: number): Promise<void> {
  const dead = await bench.endpoint(`/dead${number}`, silence);
  const slow = await bench.endpoint(`/slow${number}`, slowly(SLOW_MS));
  await round('alone');
  const busyPerSecond = 2 * PILED_PER_SECOND;
  await Promise.all([
    pile(busy, busyPerSecond * SECONDS, busyPerSecond),
    round('with equal answered traffic'),
  ]);
  const piling = Promise.all([pile(dead, OPEN), pile(slow, SLOW, SLOW)]);
  await round('with dead, deliveries begin');
  if (OPEN / PILED_PER_SECOND > 60 + 2 * SECONDS) {
    await pause(60_000);
    await round('with dead, begin and retries');
  }
  await piling;
  await attempted(dead, 2);
  await round('with dead, all of it waits');
  await remove(dead, slow);
}

await round('warming up');
for (let number = 1; number <= TURNS; number += 1) {
  console.log(`turn ${number}`);
  await turn(number);
}
console.log('\nlateness, from due to sent');
for (const paths of ['/living', '/busy', '/slow', '/dead']) await lags(paths);
await compare();
console.log(`  deferred: ${await bench.metric('webhook_deferred_total')}`);
console.log('\ncommit to arrival at the healthy endpoints');
const alone = all.get('alone') ?? [];
for (const [name, times] of all) {
  const change = percentile(times, 0.99) / percentile(alone, 0.99) - 1;
  console.log(
    `  ${name.padEnd(34)} ${line(times)}  p99 ${(100 * change).toFixed(0)} % compared to alone`,
  );
}
await bench.stop();
process.exit();
