/**
 * Largest seed of a request. Every upstream that takes a seed takes this range, since several read
 * it as a signed number of 32 bits; one with a smaller range gets a folded one (see `foldSeed`).
 */
export const SEED_MAX = 2_147_483_647;

/**
 * Fits a seed into the smaller range of an upstream. Two seeds can become equal, but equal seeds
 * stay equal.
 */
export const foldSeed = (seed: number, from: number, to: number): number =>
  from + (seed % (to - from + 1));
