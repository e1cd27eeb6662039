import { PLANS } from '../catalogue/plans.js';

/** A key's use of its request rate. Times are Unix seconds. */
export interface RateState {
  readonly limit: number;
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  /** Whole seconds until the next request is allowed; 0 if this request was allowed. */
  readonly retryAfter: number;
}

/** SQL: advance of the rate timestamp of bucket `b`'s key by these requests. */
const STEP = "(SELECT requests * interval '60 s' / rpm FROM k WHERE k.key_id = b.key_id)";

/**
 * Counts the requests of each key in `k` (key_id, rpm, now, requests), as part of the lookup
 * statement. Uses GCRA: each key has one timestamp, `tat`, which advances by T per request. All
 * requests of a key are refused together if they would put it more than one burst (one minute)
 * ahead. The time is read after the row is locked: a request that waited for another one has a
 * `now` before the other's `tat`. Rows are locked in a fixed order, so that two statements with the
 * same keys do not deadlock.
 */
export const COUNT_REQUESTS = `tick AS (
  INSERT INTO rate_bucket AS b (key_id, tat)
  SELECT key_id, now + requests * interval '60 s' / rpm FROM k WHERE requests <= rpm ORDER BY key_id
  ON CONFLICT (key_id) DO UPDATE SET
    tat = greatest(b.tat, clock_timestamp()) + ${STEP}
    WHERE greatest(b.tat - clock_timestamp(), interval '0') + ${STEP} <= interval '60 s'
  RETURNING key_id, tat
)`;

/** Each plan's requests per minute, as JSON for the statement. */
export const REQUESTS_PER_MINUTE = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([plan, row]) => [plan, row.requests_per_minute])),
);

/** Computes the rate state after a request from PostgreSQL's timestamps. */
export function computeRateState(
  rpm: number,
  allowed: boolean,
  nowS: number,
  tatS: number,
): RateState {
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
