import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { percentile, median } from '../load.js';
import { askOf } from './shots.js';
import type { World } from './world.js';

/** How long the answers took, in milliseconds: of each round, and of these the median. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** What an endpoint takes in a world, and beside it in the smallest one. */
export interface Pair {
  readonly name: string;
  readonly here: Times;
  readonly smallest: Times;
}

/**
 * Asks both worlds in turns, over one connection each, so that a machine whose speed drifts spoils
 * both alike. Who goes first changes each time. A moment in which the machine pauses spoils one
 * round of several.
 * @param count requests of a round
 * @throws {Error} for an answer that is no success
 */
export async function measurePair(
  name: string,
  here: World,
  smallest: World,
  count: number,
): Promise<Pair> {
  const sides = [here, smallest].map((world) => ({
    world,
    pool: new Pool(world.url, { connections: 1 }),
    rounds: Array.from({ length: ROUNDS }, (): number[] => []),
  }));
  for (let n = -WARM_UP; n < count * ROUNDS; n += 1) {
    for (const { world, pool, rounds } of n % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await ask(pool, world, name);
      rounds[Math.floor(n / count)]?.push(ms);
    }
  }
  await Promise.all(sides.map(({ pool }) => pool.close()));
  const [mine = NONE, other = NONE] = sides.map(({ rounds }) => ({
    p50: median(rounds.map((times) => percentile(times, 0.5))),
    p99: median(rounds.map((times) => percentile(times, 0.99))),
  }));
  return { name, here: mine, smallest: other };
}

/** Requests beforehand, so that the code of the endpoint is compiled. */
const WARM_UP = 200;
const ROUNDS = 5;
const NONE: Times = { p50: 0, p99: 0 };

async function ask(pool: Pool, world: World, name: string): Promise<number> {
  const request = askOf(world, name);
  const began = performance.now();
  const { statusCode, body } = await pool.request(request);
  const text = await body.text();
  if (statusCode >= 300) {
    throw new Error(`${name} at ${request.path}: ${statusCode} ${text.slice(0, 300)}`);
  }
  return performance.now() - began;
}
