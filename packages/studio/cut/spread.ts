import type { Raster } from '../analysis/open.js';

/**
 * Divides a picture between seeds: each seed spreads to its neighbours, and crossing an outline is
 * expensive, so two kinds of seed meet at the outline between them.
 */

/** Marks a pixel as not assigned yet; every other number is a kind of seed. */
export const UNKNOWN = 0;

/** Costs of a step: low on a surface, high across an outline. */
const STEP_COST = 1;
const OUTLINE_COST = 240;
/**
 * Differences between two neighbours, out of 255: up to the first they are one surface, from the
 * second a full outline separates them.
 */
const SURFACE = 5;
const OUTLINE = 110;
const COSTS = STEP_COST + OUTLINE_COST + 1;

/** Step costs by the difference between two neighbours. */
const COST_OF = Uint16Array.from({ length: 256 }, (_, by) => {
  const edge = Math.min(1, Math.max(0, by - SURFACE) / OUTLINE);
  return STEP_COST + Math.round(OUTLINE_COST * edge);
});

/** Computes the cost of a step from one pixel to its neighbour. */
function computeStepCost({ data }: Raster, one: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const by = Math.abs((data[3 * one + channel] ?? 0) - (data[3 * other + channel] ?? 0));
    if (by > most) most = by;
  }
  return COST_OF[most] ?? 0;
}

/**
 * Creates a queue of pixels by the cost to reach them. A ring is enough, because a step's cost is
 * limited.
 */
function createQueue() {
  const ring = Array.from({ length: COSTS }, () => [] as number[]);
  let waiting = 0;
  return {
    push(at: number, cost: number): void {
      ring[cost % COSTS]?.push(at);
      waiting += 1;
    },
    /** Removes and returns all pixels that this cost reaches. */
    take(cost: number): number[] {
      const found = ring[cost % COSTS] ?? [];
      ring[cost % COSTS] = [];
      waiting -= found.length;
      return found;
    },
    isEmpty: () => waiting === 0,
  };
}

/**
 * Spreads the seeds until they meet.
 * @param seeds each pixel's kind; completed in place
 */
export function spread(raster: Raster, seeds: Uint8Array): void {
  const { width, height } = raster.info;
  const queue = createQueue();
  const reached = new Int32Array(seeds.length).fill(2 ** 30);
  seeds.forEach((seed, at) => {
    if (seed === UNKNOWN) return;
    reached[at] = 0;
    queue.push(at, 0);
  });
  const visit = (next: number, from: number, cost: number) => {
    const total = cost + computeStepCost(raster, from, next);
    if (total >= (reached[next] ?? 0)) return;
    reached[next] = total;
    seeds[next] = seeds[from] ?? UNKNOWN;
    queue.push(next, total);
  };
  for (let cost = 0; !queue.isEmpty(); cost += 1) {
    for (const at of queue.take(cost)) {
      if (reached[at] !== cost) continue;
      const x = at % width;
      if (x > 0) visit(at - 1, at, cost);
      if (x < width - 1) visit(at + 1, at, cost);
      if (at >= width) visit(at - width, at, cost);
      if (at < width * (height - 1)) visit(at + width, at, cost);
    }
  }
}
