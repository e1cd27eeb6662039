/**
 * The sustained rate of generations, `images_per_minute`: one count per account, for all its keys.
 * The same rule as that of requests (GCRA), kept as a count that runs down with time. Unlike a
 * timestamp it does not depend on the limit of the moment when it was written, so a raise applies
 * at once. The count is compared in entities/functions/reserve-credits.ts, which caps what was counted
 * before under a higher limit at the burst of the new one.
 */

/**
 * Minutes' worth of generations that may come at once. With N jobs at once an account sustains
 * about N / 2 a minute, so two minutes' worth is a batch that fills all slots of its plan.
 */
export const BURST_MINUTES = 2;

/** The rest of a division must not refuse who has waited as long as he was told. */
const ROUNDING = 1e-6;

/** Whole seconds until one generation more is within the rate; at least 1. Pure. */
export function secondsUntilWithin(level: number, perMinute: number): number {
  const minutes = (level + 1 - BURST_MINUTES * perMinute) / perMinute;
  return Math.max(1, Math.ceil(minutes * 60 - ROUNDING));
}
