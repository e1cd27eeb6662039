import { PLANS } from '../catalogue/plans.js';

/** How much of its request rate a key has used. Times are Unix seconds. */
export interface RateState {
  readonly limit: number;
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  /** Whole seconds until the next request is allowed; 0 when this one was. */
  readonly retryAfter: number;
}

/** By how much the requests of the key of bucket `b` put it ahead. */
const STEP = "(SELECT requests * interval '60 s' / rpm FROM k WHERE k.key_id = b.key_id)";

/**
 * Counts the requests of each key in `k` (key_id, rpm, now, requests), as a part of the statement
 * that looks them up. GCRA: one timestamp per key, `tat`, moves on by T per request; requests are
 * refused when that would put it more than a burst (one minute) ahead, all of a key together. The
 * time of the decision is read after the row is locked: `now` of a request that waited for another
 * one lies before the `tat` of that one. Rows are locked in one order, so that two statements with
 * the same keys do not wait for each other.
 */
export const COUNT_REQUESTS = `tick AS (
  INSERT INTO rate_bucket AS b (key_id, tat)
  SELECT key_id, now + requests * interval '60 s' / rpm FROM k WHERE requests <= rpm ORDER BY key_id
  ON CONFLICT (key_id) DO UPDATE SET
    tat = greatest(b.tat, clock_timestamp()) + ${STEP}
    WHERE greatest(b.tat - clock_timestamp(), interval '0') + ${STEP} <= interval '60 s'
  RETURNING key_id, tat
)`;

/** What each plan allows a key, as JSON for the statement. */
export const REQUESTS_PER_MINUTE = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([plan, row]) => [plan, row.requests_per_minute])),
);

/** The rate state after a request, from the timestamps that PostgreSQL keeps. Pure. */
export function rateState(rpm: number, allowed: boolean, nowS: number, tatS: number): RateState {
  const interval = 60 / rpm;
  const ahead = Math.max(0, tatS - nowS);
  return {
    limit: rpm,
    allowed,
    remaining: allowed ? Math.max(0, Math.floor((60 - ahead) / interval + 1e-6)) : 0,
    resetAt: Math.ceil(nowS + ahead),
    retryAfter: allowed ? 0 : Math.max(1, Math.ceil(ahead + interval - 60)),
  };
}
