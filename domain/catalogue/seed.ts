/**
 * Largest seed of a request, because several upstreams read a signed 32-bit number. An upstream
 * with a smaller range gets a folded seed (see `foldSeed`).
 */
export const SEED_MAX = 2_147_483_647;

/**
 * Folds a seed into an upstream's smaller range. Different seeds can become equal, but equal seeds
 * stay equal.
 */
export const foldSeed = (seed: number, from: number, to: number): number =>
  from + (seed % (to - from + 1));
