/**
 * The sustained rate of generations, `images_per_minute`: one count per account, for all its keys.
 * Uses GCRA like the request rate, but stores a count that decays with time. Unlike a timestamp, it
 * does not depend on the limit at the time of writing, so a raise applies immediately.
 * entities/functions/reserve-credits.ts compares the count, and caps a count from a higher earlier
 * limit at the burst of the new one.
 */

/**
 * Minutes' worth of generations allowed in one burst. With N concurrent jobs an account sustains
 * about N / 2 a minute, so two minutes' worth is a batch that fills all slots of its plan.
 */
export const BURST_MINUTES = 2;

/** A rounding error must not refuse a client that waited as long as it was asked to. */
const ROUNDING = 1e-6;

/** Whole seconds until one more generation is within the rate; at least 1. Pure. */
export function computeWaitSeconds(level: number, perMinute: number): number {
  const minutes = (level + 1 - BURST_MINUTES * perMinute) / perMinute;
  return Math.max(1, Math.ceil(minutes * 60 - ROUNDING));
}
