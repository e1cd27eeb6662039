/**
 * Largest seed of a request. Every upstream that takes a seed takes this range, since several read
 * it as a signed number of 32 bits; one with a smaller range gets a folded one (see `foldSeed`).
 */
export const SEED_MAX = 2_147_483_647;

/** A seed of an upstream whose range is smaller. Two seeds can become one; one never becomes two. */
export const foldSeed = (seed: number, from: number, to: number): number =>
  from + (seed % (to - from + 1));
