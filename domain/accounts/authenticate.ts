import type { EntityManager } from 'typeorm';
import { effectiveLimits, PLANS, type LimitName, type PlanName } from '../catalogue/plans.js';
import type { Scope } from '../catalogue/scopes.js';
import type { AccountView } from '../contract/account.js';
import { hashApiKey } from '../contract/api-key.js';
import { oneOf } from '../../entities/rows.js';

/** Who calls, as far as the key tells. */
export interface Caller extends AccountView {
  readonly accountId: string;
  readonly suspended: boolean;
}

/** The key's place in its request rate. Times are Unix seconds. */
export interface RateState {
  readonly limit: number;
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  /** Whole seconds until the next request is allowed; 0 when this one was. */
  readonly retryAfter: number;
}

/**
 * Key, account and rate in one round trip. GCRA: one timestamp per key, `tat`, moves on by T per
 * request; a request is refused when that would put it more than a burst (one minute) ahead.
 */
const LOOK_UP = `
WITH k AS (
  SELECT k.id AS key_id, k.prefix, k.scopes, k.monthly_cap, k.member_id,
         a.id AS account_id, a.plan, a.raised_limits, a.sub::float8 AS sub, a.pur::float8 AS pur,
         a.active_jobs, a.suspended_at IS NOT NULL AS suspended,
         coalesce((a.raised_limits ->> 'requests_per_minute')::int, ($2::jsonb ->> a.plan)::int) AS rpm,
         clock_timestamp() AS now
  FROM api_key k JOIN account a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL
), tick AS (
  INSERT INTO rate_bucket AS b (key_id, tat)
  SELECT key_id, now + interval '60 s' / rpm FROM k
  ON CONFLICT (key_id) DO UPDATE SET
    tat = greatest(b.tat, (SELECT now FROM k)) + (SELECT interval '60 s' / rpm FROM k)
    WHERE greatest(b.tat, (SELECT now FROM k)) + (SELECT interval '60 s' / rpm FROM k)
      <= (SELECT now FROM k) + interval '60 s'
  RETURNING tat
)
SELECT k.*, tick.tat IS NOT NULL AS allowed,
  extract(epoch FROM k.now)::float8 AS now_s,
  extract(epoch FROM coalesce(tick.tat, b.tat))::float8 AS tat_s
FROM k LEFT JOIN tick ON true LEFT JOIN rate_bucket b ON b.key_id = k.key_id`;

const REQUESTS_PER_MINUTE = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([plan, row]) => [plan, row.requests_per_minute])),
);

interface LookUpRow {
  key_id: string;
  prefix: string;
  scopes: Scope[];
  monthly_cap: number | null;
  member_id: string | null;
  account_id: string;
  plan: PlanName;
  raised_limits: Partial<Record<LimitName, number>>;
  sub: number;
  pur: number;
  active_jobs: number;
  suspended: boolean;
  rpm: number;
  allowed: boolean;
  now_s: number;
  tat_s: number;
}

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

/**
 * Looks an API key up and counts the request against its rate.
 * @returns null for an unknown or revoked key
 */
export async function authenticate(
  db: EntityManager,
  apiKey: string,
): Promise<{ caller: Caller; rate: RateState } | null> {
  const row = await oneOf<LookUpRow>(db, LOOK_UP, [hashApiKey(apiKey), REQUESTS_PER_MINUTE]);
  if (!row) return null;
  const caller: Caller = {
    accountId: row.account_id,
    suspended: row.suspended,
    plan: row.plan,
    subscriptionCredits: row.sub,
    purchasedCredits: row.pur,
    activeJobs: row.active_jobs,
    limits: effectiveLimits(row.plan, row.raised_limits),
    keyId: row.key_id,
    keyPrefix: row.prefix,
    scopes: row.scopes,
    monthlyCreditCap: row.monthly_cap,
    memberId: row.member_id,
  };
  return { caller, rate: rateState(row.rpm, row.allowed, row.now_s, row.tat_s) };
}
