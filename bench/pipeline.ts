import pMap from 'p-map';
import { median } from './load.js';
import { RawRuns } from './peers/raw-runs.js';
import { PipelineRig, SHAPES, type Cost, type Shape } from './pipeline-rig.js';
import type { Figure, Measure } from './suite/figure.js';

/**
 * Measures generations per second, from POST to the end of the workflow run. Rounds alternate with raw Temporal runs
 * that have the same events and do no work. Also measures the cost of a run for the server, compared with the same run
 * with its output stored in a separate step.
 */
const IN_FLIGHT = 20;
const AT_LEAST = 0.85;

type Work = () => Promise<unknown>;

async function perSecond(count: number, work: Work): Promise<number> {
  const began = performance.now();
  await pMap(Array.from({ length: count }), work, { concurrency: IN_FLIGHT });
  return count / ((performance.now() - began) / 1_000);
}

/** Measures both rates in alternating rounds. The first round is a warm-up. */
async function race(rounds: number, count: number, ours: Work, peers: Work) {
  const rates = { ours: [] as number[], peers: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const [peer, own] = [await perSecond(count, peers), await perSecond(count, ours)];
    if (round === 0) continue;
    rates.peers.push(peer);
    rates.ours.push(own);
  }
  return { value: median(rates.ours), peer: median(rates.peers) };
}

const rate = (
  name: string,
  { value, peer }: { value: number; peer: number },
  aim?: Figure['aim'],
): Figure => ({
  name,
  value,
  unit: '/s',
  peer: { name: 'Temporal runs with the same events and no work', value: peer },
  ...(aim && { aim }),
});

const costs = (name: string, cost: Cost, before?: Cost): Figure[] =>
  (['events', 'tasks'] as const).map((unit) => ({
    name: `${unit} of ${name}`,
    value: cost[unit],
    unit,
    ...(before && { peer: { name: 'stored by a separate step', value: before[unit] } }),
  }));

async function countShapes(rig: PipelineRig): Promise<Record<Shape, Cost>> {
  const found: Partial<Record<Shape, Cost>> = {};
  for (const shape of Object.keys(SHAPES) as Shape[]) {
    found[shape] = await rig.costOf(await rig.one(shape));
  }
  return found as Record<Shape, Cost>;
}

/** @throws if the events of the raw run differ from the events of an image */
async function requireSame(rig: PipelineRig, image: Cost, raw: RawRuns): Promise<void> {
  const peer = await rig.costOf(await raw.one());
  if (peer.events === image.events && peer.tasks === image.tasks) return;
  throw new Error(`an image is ${JSON.stringify(image)}, its peer ${JSON.stringify(peer)}`);
}

export const measure: Measure = async ({ quick }) => {
  const [rounds, count] = quick ? [1, 40] : [3, 100];
  const rig = await PipelineRig.start();
  const raw = await RawRuns.start(rig.api.deps.temporal.client);
  const apart = await rig.workers('renderer', { apart: true });
  const before = await countShapes(rig);
  await apart.stop();
  const renderer = await rig.workers('renderer');
  const now = await countShapes(rig);
  await requireSame(rig, now.image, raw);
  const drawn = await race(
    rounds,
    count / 4,
    () => rig.one(),
    () => raw.one(),
  );
  await renderer.stop();
  const tiny = await rig.workers('tiny');
  const empty = await race(
    rounds,
    count,
    () => rig.one(),
    () => raw.one(),
  );
  const delivery = await rig.costOf(await rig.delivery());
  await rig.check();
  await tiny.stop();
  await raw.stop();
  await rig.stop();
  const shapes = Object.keys(SHAPES) as Shape[];
  return {
    figures: [
      rate('generations with a provider that answers immediately', empty, {
        of: 'ratio',
        at: 'least',
        bound: AT_LEAST,
      }),
      rate('generations with the renderer at 1K', drawn),
      ...shapes.flatMap((shape) => costs(shape, now[shape], before[shape])),
      ...costs('delivery of a webhook', delivery),
    ],
    notes: [
      `${count} generations a round, ${IN_FLIGHT} in flight, median of ${rounds} rounds; API and workers are one process.`,
      'A generation counts from its POST to the end of its run. The doctor found no violations.',
    ],
  };
};
