import { setTimeout as pause } from 'node:timers/promises';
import { silence } from '../test/support/receiver.js';
import { until } from '../test/support/until.js';
import { percentile } from './load.js';
import { WebhookBench, type Endpoint } from './webhook-rig.js';

/**
 * What a dead endpoint costs the others: commit to arrival of 49 endpoints at a steady pace, alone
 * and beside one that never answers and has 2,000 deliveries waiting.
 * `npm run bench:isolation`, or smaller: `npm run bench:isolation -- 200 10` (waiting, seconds a round)
 */
const WAITING = Number(process.argv[2] ?? 2_000);
const SECONDS = Number(process.argv[3] ?? 30);
const ENDPOINTS = 49;
const PER_SECOND = 10;
const IN_FLIGHT = 20;
const DEADLINE_MS = 300_000;

const bench = await WebhookBench.start();
const living = await Promise.all(
  Array.from({ length: ENDPOINTS }, (_, index) => bench.endpoint(`/living${index}`)),
);
const dead = await bench.endpoint('/dead', silence);

/** Deliveries at a steady pace, whatever becomes of those before. */
async function round(name: string): Promise<number[]> {
  const count = PER_SECOND * SECONDS;
  const began = Date.now();
  const emits: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, began + (index * 1_000) / PER_SECOND - Date.now()));
    emits.push(bench.emit(living[index % ENDPOINTS] as Endpoint));
  }
  await Promise.all(emits);
  const times = await bench.arrivals(living, count, DEADLINE_MS);
  console.log(`${name.padEnd(28)} ${line(times)}`);
  return times;
}

const line = (times: readonly number[]) =>
  `${String(times.length).padStart(5)} deliveries  p50 ${percentile(times, 0.5)} ms  p99 ${percentile(times, 0.99)} ms`;

async function pile(): Promise<void> {
  let left = WAITING;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await bench.emit(dead);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${WAITING} deliveries to the dead endpoint began in ${seconds.toFixed(0)} s`);
}

await round('warming up');
const before = [...(await round('alone')), ...(await round('alone, again'))];
await pile();
await round('while its deliveries begin');
// All but the four in flight have been put off once: from here on they wait.
await until(
  'the dead endpoint to have been tried for everything',
  async () => (await bench.deferred()) >= WAITING - 4,
  DEADLINE_MS,
);
const putOff = await bench.deferred();
const since = performance.now();
const beside = await round('while they wait');
const perSecond = ((await bench.deferred()) - putOff) / ((performance.now() - since) / 1_000);
console.log(`attempts that were put off: ${perSecond.toFixed(1)}/s`);
const after = await round('while they wait, again');
const [open]: { count: number }[] = await bench.deps.db.query(
  "SELECT count(*)::int AS count FROM webhook_delivery WHERE status IN ('pending', 'delivering')",
);
const both = [...beside, ...after];
console.log(`\nalone   ${line(before)}\nbeside  ${line(both)}`);
const change = percentile(both, 0.99) / percentile(before, 0.99) - 1;
console.log(`p99 changes by ${(100 * change).toFixed(0)} %; still waiting: ${open?.count}`);
await bench.stop();
process.exit();
