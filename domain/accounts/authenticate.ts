import type { EntityManager } from 'typeorm';
import { effectiveLimits, type LimitName, type PlanName } from '../catalogue/plans.js';
import type { Scope } from '../catalogue/scopes.js';
import type { AccountView } from '../contract/account.js';
import { oneOf } from '../../entities/rows.js';
import { COUNT_REQUEST, rateState, REQUESTS_PER_MINUTE, type RateState } from './request-rate.js';

/** The caller, as the API key identifies it. */
export interface Caller extends AccountView {
  readonly accountId: string;
  readonly suspended: boolean;
  /** Of a person; null for an API key. */
  readonly sessionId: string | null;
  /** Whether the person signed in as an operator of this service. */
  readonly operator: boolean;
}

/** Key, account and rate in one round trip. */
const LOOK_UP = `
WITH k AS (
  SELECT k.id AS key_id, k.prefix, k.scopes, k.monthly_cap, k.member_id,
         a.id AS account_id, a.plan, a.raised_limits, a.sub::float8 AS sub, a.pur::float8 AS pur,
         a.active_jobs, a.suspended_at IS NOT NULL AS suspended,
         coalesce((a.raised_limits ->> 'requests_per_minute')::int, ($2::jsonb ->> a.plan)::int) AS rpm,
         clock_timestamp() AS now
  FROM api_key k JOIN account a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL
), ${COUNT_REQUEST}
SELECT k.*, tick.tat IS NOT NULL AS allowed,
  extract(epoch FROM k.now)::float8 AS now_s,
  extract(epoch FROM coalesce(tick.tat, b.tat))::float8 AS tat_s
FROM k LEFT JOIN tick ON true LEFT JOIN rate_bucket b ON b.key_id = k.key_id`;

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

/**
 * Looks an API key up by its hash, and counts the request against its rate.
 * @returns null for an unknown or revoked key
 */
export async function authenticate(
  db: EntityManager,
  hash: Buffer,
): Promise<{ caller: Caller; rate: RateState } | null> {
  const row = await oneOf<LookUpRow>(db, LOOK_UP, [hash, REQUESTS_PER_MINUTE]);
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
    sessionId: null,
    operator: false,
  };
  return { caller, rate: rateState(row.rpm, row.allowed, row.now_s, row.tat_s) };
}
