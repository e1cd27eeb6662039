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

/**
 * Counts a request of the key in `k` (key_id, rpm, now), as a part of the statement that looks it
 * up. GCRA: one timestamp per key, `tat`, moves on by T per request; a request is refused when that
 * would put it more than a burst (one minute) ahead. The time of the decision is read after the row
 * is locked: `now` of a request that waited for another one lies before the `tat` of that one.
 */
export const COUNT_REQUEST = `tick AS (
  INSERT INTO rate_bucket AS b (key_id, tat)
  SELECT key_id, now + interval '60 s' / rpm FROM k
  ON CONFLICT (key_id) DO UPDATE SET
    tat = greatest(b.tat, clock_timestamp()) + (SELECT interval '60 s' / rpm FROM k)
    WHERE greatest(b.tat - clock_timestamp(), interval '0') + (SELECT interval '60 s' / rpm FROM k)
      <= interval '60 s'
  RETURNING tat
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
