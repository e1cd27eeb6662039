import pMap from 'p-map';
import { percentile } from './load.js';
import { WebhookBench } from './webhook-rig.js';

/**
 * Webhook deliveries with real processes and servers: commit to arrival one at a time on an idle
 * machine, then as many a second as go through, and what one costs in events of Temporal.
 * `npm run bench:webhooks`, or with the number of deliveries: `npm run bench:webhooks -- 200`
 */
const COUNT = Number(process.argv[2] ?? 500);
const ENDPOINTS = 50;
const IN_FLIGHT = 20;
const DEADLINE_MS = 600_000;

const bench = await WebhookBench.start();
const endpoints = await Promise.all(
  Array.from({ length: ENDPOINTS }, (_, index) => bench.endpoint(`/e${index}`)),
);
const at = (index: number) => endpoints.slice(index % ENDPOINTS, (index % ENDPOINTS) + 1);
const one = async (index: number): Promise<void> => {
  for (const endpoint of at(index)) await bench.emit(endpoint);
};

const idle: number[] = [];
for (let index = 0; index < COUNT / 5; index += 1) {
  await one(index);
  const [time = 0] = await bench.arrivals(at(index), 1, DEADLINE_MS);
  // The first ones warm everything up.
  if (index >= 10) idle.push(time);
}
console.log(
  `idle, one at a time (${idle.length}): commit to arrival p50 ${percentile(idle, 0.5)} ms, p99 ${percentile(idle, 0.99)} ms`,
);

const began = performance.now();
await pMap(Array.from({ length: COUNT }).keys(), one, { concurrency: IN_FLIGHT });
const emitted = performance.now() - began;
const times = await bench.arrivals(endpoints, COUNT, DEADLINE_MS);
const seconds = (performance.now() - began) / 1_000;
console.log(
  `burst of ${COUNT} to ${ENDPOINTS} endpoints, emitted in ${(emitted / 1_000).toFixed(1)} s: ` +
    `${(COUNT / seconds).toFixed(1)} deliveries/s, commit to arrival p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`,
);

const [delivery]: { id: string }[] = await bench.deps.db.query(
  "SELECT id FROM webhook_delivery WHERE status = 'delivered' ORDER BY created_at LIMIT 1",
);
const { workflow } = bench.deps.temporal.client;
const history = await workflow.getHandle(delivery?.id ?? '').fetchHistory();
console.log(`events of Temporal for a delivery: ${history.events?.length}`);
await bench.stop();
process.exit();
