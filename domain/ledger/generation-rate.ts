/**
 * The sustained rate of generations, `images_per_minute`: one count per account, over all its keys.
 * Uses GCRA like the request rate, but stores a count that decays with time. Unlike a timestamp,
 * the count does not depend on the limit when it was written, so a raised limit applies
 * immediately. entities/functions/reserve-credits.ts compares the count with the limit, and caps a
 * count from a higher earlier limit at the new limit's burst.
 */

/**
 * Minutes' worth of generations allowed in one burst. An account with N concurrent jobs sustains
 * about N / 2 a minute, so two minutes' worth is a batch that fills all slots of its plan.
 */
export const BURST_MINUTES = 2;

/**
 * Tolerance, so that a rounding error does not refuse a client that waited for exactly the
 * requested time.
 */
const ROUNDING = 1e-6;

/** Computes the whole seconds until one more generation is within the rate; at least 1. */
export function computeWaitSeconds(level: number, perMinute: number): number {
  const minutes = (level + 1 - BURST_MINUTES * perMinute) / perMinute;
  return Math.max(1, Math.ceil(minutes * 60 - ROUNDING));
}
