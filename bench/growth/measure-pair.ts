import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { percentile, median } from '../load.js';
import { askOf } from './shots.js';
import type { World } from './world.js';

/** Response times in milliseconds, as medians of all rounds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** The times of an endpoint in one world and in the smallest world. */
export interface Pair {
  readonly name: string;
  readonly here: Times;
  readonly smallest: Times;
}

/**
 * Requests an endpoint of both worlds alternately, over one connection each, so that a change in the speed of the
 * machine affects both alike. The order alternates too. A pause of the machine affects only one of several rounds.
 * @param count number of requests in a round
 * @throws {Error} for an unsuccessful response
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

/** Number of warm-up requests, which compile the endpoint's code. */
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
