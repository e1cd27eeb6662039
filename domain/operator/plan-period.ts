import type { OverviewHours } from '../contract/admin-overview.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS: Readonly<Record<OverviewHours, number>> = {
  1: 5 * MINUTE_MS,
  24: HOUR_MS,
  168: 24 * HOUR_MS,
};

/** A period that ends now, divided into steps. */
export interface Period {
  readonly since: Date;
  readonly stepMs: number;
  /** Start of each step in Unix milliseconds, oldest first; the last step is in progress. */
  readonly steps: readonly number[];
}

/**
 * Divides the last hours into steps. Steps begin at full five minutes, hours or UTC days, so that a
 * finished step never changes its start.
 */
export function planPeriod(hours: OverviewHours, now: number): Period {
  const stepMs = STEP_MS[hours];
  const count = (hours * HOUR_MS) / stepMs;
  const last = now - (now % stepMs);
  const steps = Array.from({ length: count }, (_, at) => last - (count - 1 - at) * stepMs);
  return { since: new Date(steps[0] ?? last), stepMs, steps };
}

/**
 * Builds SQL for the index of the step that contains a time. The time may be in the future by the
 * clock of this process.
 * @param column the column with the time
 * @param at position of the query parameters: start of the period, step in ms, index of the last step
 */
export const buildStepSql = (column: string, at: number): string =>
  `least(floor(extract(epoch FROM ${column} - $${at}::timestamptz) * 1000 / $${at + 1}::float8),
    $${at + 2}::integer)::integer`;

/** Returns the query parameters for `buildStepSql`. */
export const listStepValues = ({ since, stepMs, steps }: Period): readonly unknown[] => [
  since,
  stepMs,
  steps.length - 1,
];
