const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Formats a wait in the unit that people would use: seconds up to 45, minutes up to 90, then hours.
 */
export function describeWait(ms: number): string {
  if (ms <= 45 * SECOND_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms <= 90 * MINUTE_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  return `${Math.round(ms / HOUR_MS)} h`;
}
