import { createHash } from 'node:crypto';

/** A reproducible stream of choices. Streams with different labels are independent. */
export interface Random {
  /** Returns a number that is uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Returns a whole number in [low, high]. */
  whole(low: number, high: number): number;
  /** Returns one item from a non-empty list. */
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  /** Creates an independent stream, so that adding a star does not move the hills. */
  fork(label: string): Random;
}

/**
 * Creates a random stream. The same seed gives the same stream on every machine, because it uses
 * only 32-bit integer arithmetic after a SHA-256.
 */
export function createRandom(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const next = (): number => {
    // Marsaglia's 128-bit xorshift; the digest is all zero with probability 2^-128.
    const mixed = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = (d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8)) >>> 0;
    return d / 0x1_0000_0000;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('pick from an empty list');
      return item;
    },
    chance: (probability) => next() < probability,
    fork: (label) => createRandom(`${seed}\n${label}`),
  };
}
