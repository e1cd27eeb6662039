import { computeLimits, type LimitName, type PlanName } from '../catalogue/plans.js';
import { findRolesWithScope, type Role } from '../catalogue/roles.js';
import type { AccountView } from '../contract/account.js';
import { computeRateState, type RateState } from './request-rate.js';
import type { Scope } from '../catalogue/scopes.js';

/** The authenticated caller: an API key, or a signed-in person who acts through the session key. */
export interface Caller extends AccountView {
  readonly accountId: string;
  readonly suspended: boolean;
  /** The signed-in person's role; null for an API key, which only has scopes. */
  readonly role: Role | null;
  /** The signed-in person's session; null for an API key. */
  readonly sessionId: string | null;
  /** Whether the person signed in as an operator of the service. */
  readonly operator: boolean;
}

/**
 * Columns that every lookup reads for key `k` and account `a`. $2 holds each plan's requests per
 * minute.
 */
export const CALLER_COLUMNS = `k.id AS key_id, k.prefix, k.monthly_cap, k.member_id,
         a.id AS account_id, a.plan, a.raised_limits, a.sub::float8 AS sub, a.pur::float8 AS pur,
         a.active_jobs, a.suspended_at IS NOT NULL AS suspended,
         coalesce((a.raised_limits ->> 'requests_per_minute')::int, ($2::jsonb ->> a.plan)::int) AS rpm,
         clock_timestamp() AS now`;

/** The lookup's result after the requests of key `k` are counted. */
export const COUNTED_CALLER = `SELECT k.*, tick.tat IS NOT NULL AS allowed,
  extract(epoch FROM k.now)::float8 AS now_s,
  extract(epoch FROM coalesce(tick.tat,
    (SELECT tat FROM rate_bucket WHERE key_id = k.key_id)))::float8 AS tat_s
FROM k LEFT JOIN tick USING (key_id)`;

/** SQL: whether key `k` was unused for 5 minutes. */
export const IS_QUIET = "coalesce(k.last_used_at < now() - interval '5 minutes', true) AS is_quiet";

/**
 * Records when keys are used, no more than once every 5 minutes per key. Skips a key whose row is
 * locked, for example by a charge.
 */
export const NOTE_USE = `used AS (
  UPDATE api_key SET last_used_at = now() WHERE id IN (
    SELECT id FROM api_key WHERE id = ANY (ARRAY(SELECT key_id FROM k WHERE is_quiet))
    FOR NO KEY UPDATE SKIP LOCKED)
)`;

export interface CallerRow {
  key_id: string;
  prefix: string;
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

/** A caller and its request rate state. */
export interface AuthenticatedCaller {
  readonly caller: Caller;
  readonly rate: RateState;
  /**
   * Extra data read with the caller: null if nothing was found, undefined if it was not requested.
   */
  readonly prefetched?: unknown;
}

/** Builds the caller from a row and the permissions that its entry point grants. */
export function toKnown(
  row: CallerRow,
  powers: Pick<Caller, 'scopes' | 'role' | 'sessionId' | 'operator'>,
): AuthenticatedCaller {
  const caller: Caller = {
    accountId: row.account_id,
    suspended: row.suspended,
    plan: row.plan,
    subscriptionCredits: row.sub,
    purchasedCredits: row.pur,
    activeJobs: row.active_jobs,
    limits: computeLimits(row.plan, row.raised_limits),
    keyId: row.key_id,
    keyPrefix: row.prefix,
    monthlyCreditCap: row.monthly_cap,
    memberId: row.member_id,
    ...powers,
  };
  return { caller, rate: computeRateState(row.rpm, row.allowed, row.now_s, row.tat_s) };
}

/** SQL: the current role of a key's member `m`. A key without a member acts as an owner. */
export const ROLE_NOW = "coalesce(m.role, 'owner')";

/** Builds SQL that checks whether the current role of a key's member `m` still includes a scope. */
export const mayNow = (scope: Scope): string =>
  `${ROLE_NOW} IN (${findRolesWithScope(scope)
    .map((role) => `'${role}'`)
    .join(', ')})`;
