import pMap from 'p-map';
import { percentile, median } from './load.js';
import { sendOnce } from './peers/loop-sender.js';
import type { Figure, Measure } from './suite/figure.js';
import { WebhookBench, type Endpoint } from './webhook-rig.js';

/**
 * Measures webhook deliveries with real processes and servers. First it measures the time from commit to arrival, with
 * one delivery at a time on an idle machine; then the maximum rate. A loop that only sends is measured for comparison.
 * Also counts the Temporal events of one delivery.
 */
const ENDPOINTS = 50;
const IN_FLIGHT = 20;
const DEADLINE_MS = 600_000;
const WARM = 10;

export const measure: Measure = async ({ quick }) => {
  const bench = await WebhookBench.start();
  try {
    const endpoints = await Promise.all(
      Array.from({ length: ENDPOINTS }, (_, index) => bench.endpoint(`/e${index}`)),
    );
    const figures = [
      ...(await measureIdle(bench, endpoints, quick ? 10 : 90)),
      ...(await measureBurst(bench, endpoints, quick ? 60 : 500, quick ? 1 : 3)),
      await countEvents(bench),
    ];
    return {
      figures,
      notes: [
        'Ours writes the event in the transaction that causes it, survives any crash, tries seven times over 21 hours, checks the URL, and shows every attempt to its owner. The loop does none of this.',
      ],
    };
  } finally {
    await bench.stop();
  }
};

const at = (endpoints: readonly Endpoint[], index: number): readonly [Endpoint] => [
  endpoints[index % ENDPOINTS] as Endpoint,
];
const EVENT = { id: 'evt_bench', type: 'credits.low', created_at: 0, data: { available: 1 } };

/** Measures one delivery at a time, alternating between our system and the loop. */
async function measureIdle(
  bench: WebhookBench,
  endpoints: readonly Endpoint[],
  count: number,
): Promise<Figure[]> {
  const ours: number[] = [];
  const loop: number[] = [];
  for (let index = 0; index < count + WARM; index += 1) {
    const [endpoint] = at(endpoints, index);
    await bench.emit(endpoint);
    const [time = 0] = await bench.arrivals([endpoint], 1, DEADLINE_MS);
    const sent = await sendOnce(bench.receiver.at('/loop'), EVENT);
    if (index < WARM) continue;
    ours.push(time);
    loop.push(sent);
  }
  return [0.5, 0.99].map((share) => ({
    name: `commit to arrival, one at a time, p${share * 100}`,
    value: percentile(ours, share),
    unit: 'ms' as const,
    peer: { name: 'a loop that sends and forgets', value: percentile(loop, share) },
  }));
}

/** Measures the maximum rate, alternating between our system and the loop. */
async function measureBurst(
  bench: WebhookBench,
  endpoints: readonly Endpoint[],
  count: number,
  rounds: number,
): Promise<Figure[]> {
  const rates = { ours: [] as number[], loop: [] as number[] };
  const options = { concurrency: IN_FLIGHT };
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let round = 0; round < rounds; round += 1) {
    let began = performance.now();
    await pMap(numbers, (index) => bench.emit(at(endpoints, index)[0]), options);
    await bench.arrivals(endpoints, count, DEADLINE_MS);
    rates.ours.push((count * 1_000) / (performance.now() - began));
    began = performance.now();
    await pMap(numbers, () => sendOnce(bench.receiver.at('/loop'), EVENT), options);
    rates.loop.push((count * 1_000) / (performance.now() - began));
  }
  return [
    {
      name: `deliveries to ${ENDPOINTS} endpoints, ${IN_FLIGHT} in flight`,
      value: median(rates.ours),
      unit: '/s',
      peer: { name: 'a loop that sends and forgets', value: median(rates.loop) },
    },
  ];
}

async function countEvents(bench: WebhookBench): Promise<Figure> {
  const [delivery]: { id: string }[] = await bench.deps.db.query(
    "SELECT id FROM webhook_delivery WHERE status = 'delivered' ORDER BY created_at LIMIT 1",
  );
  const { workflow } = bench.deps.temporal.client;
  const history = await workflow.getHandle(delivery?.id ?? '').fetchHistory();
  return {
    name: 'Temporal events of a delivery',
    value: history.events?.length ?? Number.NaN,
    unit: 'events',
  };
}
