import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/low-balance.js';
import { COUNT_NOW, IS_WITHIN_RATE, secondsUntilWithin } from './generation-rate.js';
import { limitNow, PLAN_LIMITS } from './limit-now.js';
import { oneOf } from '../../entities/rows.js';

export interface Reservation {
  readonly accountId: string;
  readonly keyId: string;
  readonly holdId: string;
  /** Only a generation is a job: it takes a slot and counts against the sustained rate. */
  readonly refType: 'generation' | 'character' | 'social_post';
  readonly refId: string;
  /** Of a generation: what the hold goes on to say when the generation is deleted. */
  readonly made?: { readonly type: string; readonly model: string };
  /** Credits. */
  readonly price: number;
  readonly now: Date;
}

/** Why nothing was reserved, in the order in which the reasons are told. */
export type NotReserved = { readonly ok: false } & (
  | { readonly reason: 'key' | 'suspended' }
  | {
      readonly reason: 'cap';
      readonly cap: number;
      readonly spent: number;
      /** Whether the key is that of an agent, which nobody can send or edit. */
      readonly isAgent: boolean;
    }
  | { readonly reason: 'credits'; readonly available: number; readonly held: number }
  | { readonly reason: 'slots'; readonly limit: number }
  | { readonly reason: 'rate'; readonly limit: number; readonly retryAfter: number }
);

export type Reserved =
  /** `lowBalance` is set once a day at most: the balance that is now below the threshold. */
  { readonly ok: true; readonly lowBalance: number | null } | NotReserved;

/**
 * One statement changes the month of the key, buckets, slot, rate, hold and ledger. Each UPDATE is
 * guarded, and the rows that it returns decide. Key, suspension, cap and limits are those of this
 * moment, whatever the request was let in with: the locks make it read the newest version of both
 * rows. `before` locks the account, and reads how the price is split and why it may be refused.
 * Lock order, here and in close-hold: key, month of the key, account. That is why `before` counts
 * `month`. New values come from `rated`: those of `a` may be outdated at first, and PostgreSQL
 * applies the CHECK of the table to them before it looks for the newest version (test: race).
 */
const RESERVE = `
WITH k AS (
  SELECT monthly_cap AS cap, door = 'mcp' AS is_agent FROM api_key
  WHERE id = $2 AND account_id = $1 AND revoked_at IS NULL FOR SHARE
), month AS (
  INSERT INTO key_month AS m (key_id, month, spent)
  SELECT $2, $5::date, $4::bigint FROM k WHERE cap IS NULL OR $4::bigint <= cap
  ON CONFLICT (key_id, month) DO UPDATE SET spent = m.spent + excluded.spent
    WHERE (SELECT cap IS NULL OR m.spent + excluded.spent <= cap FROM k)
  RETURNING spent
), before AS (
  SELECT sub, pur, held_sub, held_pur, active_jobs, low_notified_on, plan, raised_limits,
         suspended_at, generations_counted AS counted, generations_counted_at AS counted_at,
         least(sub, $4::bigint) AS take_sub, $4::bigint - least(sub, $4::bigint) AS take_pur,
         month_ok
  FROM account, (SELECT count(*)::int AS month_ok FROM month) AS m
  WHERE id = $1 FOR UPDATE OF account
), limited AS (
  SELECT b.*, clock_timestamp() AS clock,
    ${limitNow('concurrent_jobs', '$11')} AS jobs_max,
    ${limitNow('images_per_minute', '$11')} AS per_minute
  FROM before b
), ${COUNT_NOW}, taken AS (
  UPDATE account a SET
    sub = b.sub - b.take_sub, held_sub = b.held_sub + b.take_sub,
    pur = b.pur - b.take_pur, held_pur = b.held_pur + b.take_pur,
    active_jobs = b.active_jobs + ($8::text = 'generation')::int,
    generations_counted = CASE $8::text WHEN 'generation' THEN b.level + 1 ELSE b.counted END,
    generations_counted_at = CASE $8::text WHEN 'generation' THEN b.clock ELSE b.counted_at END,
    low_notified_on = CASE WHEN b.sub + b.pur - $4 < $6 THEN $7::date ELSE b.low_notified_on END
  FROM rated b
  WHERE a.id = $1 AND b.suspended_at IS NULL AND b.month_ok = 1 AND b.sub + b.pur >= $4
    AND ($8::text <> 'generation' OR (b.active_jobs < b.jobs_max AND ${IS_WITHIN_RATE}))
  RETURNING b.take_sub, b.take_pur, a.sub + a.pur AS balance,
    (a.sub + a.pur < $6 AND b.low_notified_on IS DISTINCT FROM $7::date) AS low
), held AS (
  INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, type, model)
  SELECT $3, $1, $8, $9, $2, $5::date, take_sub, take_pur, $12, $13 FROM taken
), moved AS (
  INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
  SELECT $10, $1, 'hold', $8, $9 FROM taken
), entries AS (
  INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
  SELECT $10, $1, side.bucket, side.amount
  FROM taken, LATERAL (VALUES
    ('sub', -take_sub), ('held_sub', take_sub), ('pur', -take_pur), ('held_pur', take_pur)
  ) AS side (bucket, amount)
  WHERE side.amount <> 0
)
SELECT b.month_ok, b.active_jobs, b.jobs_max, b.per_minute, b.level,
       b.suspended_at IS NOT NULL AS suspended, (b.sub + b.pur)::float8 AS available,
       (b.held_sub + b.held_pur)::float8 AS held, taken.balance::float8 AS balance, taken.low,
       (SELECT count(*)::int FROM k) AS key_ok, (SELECT cap FROM k) AS cap,
       (SELECT is_agent FROM k) AS is_agent
FROM rated b LEFT JOIN taken ON true`;

interface ReserveRow {
  key_ok: number;
  suspended: boolean;
  month_ok: number;
  cap: number | null;
  is_agent: boolean | null;
  available: number;
  held: number;
  active_jobs: number;
  jobs_max: number;
  per_minute: number;
  level: number;
  balance: number | null;
  low: boolean | null;
}

/** When the month of a moment ends, Unix milliseconds: monthly caps start over then. */
export function monthEndMs(moment: Date): number {
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1);
}

/** First day of the UTC month of a moment, `yyyy-mm-01`: what monthly caps are counted by. */
export function monthOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`;
}

/**
 * Sets credits aside and takes a job slot, subscription credits before purchased ones. After a
 * refusal the caller must roll back; then nothing has changed.
 */
export async function reserve(tx: EntityManager, wanted: Reservation): Promise<Reserved> {
  const row = await oneOf<ReserveRow>(tx, RESERVE, [
    wanted.accountId,
    wanted.keyId,
    wanted.holdId,
    wanted.price,
    monthOf(wanted.now),
    LOW_BALANCE_THRESHOLD,
    wanted.now.toISOString().slice(0, 10),
    wanted.refType,
    wanted.refId,
    randomUUID(),
    PLAN_LIMITS,
    wanted.made?.type ?? null,
    wanted.made?.model ?? null,
  ]);
  if (!row) throw new Error(`account ${wanted.accountId} does not exist`);
  if (row.balance !== null) return { ok: true, lowBalance: row.low ? row.balance : null };
  return refusalFor(row, wanted.price) ?? refuseForCap(tx, wanted, row);
}

/** RESERVE waits for others that spend with the key, but reads what was spent before they did. */
const SPENT = `
SELECT coalesce((SELECT spent FROM key_month WHERE key_id = $1 AND month = $2::date), 0)::float8
  AS spent`;

async function refuseForCap(
  tx: EntityManager,
  { keyId, now }: Reservation,
  { cap, is_agent: isAgent }: ReserveRow,
): Promise<NotReserved> {
  const row = await oneOf<{ spent: number }>(tx, SPENT, [keyId, monthOf(now)]);
  const figures = { cap: cap ?? 0, spent: row?.spent ?? 0, isAgent: isAgent === true };
  return { ok: false, reason: 'cap', ...figures };
}

/**
 * The first reason that holds; the statement has refused for at least one of them.
 * @returns null for the cap
 */
function refusalFor(row: ReserveRow, price: number): NotReserved | null {
  const ok = false;
  const { available, held, jobs_max: jobsMax, per_minute: perMinute, level } = row;
  if (row.key_ok === 0) return { ok, reason: 'key' };
  if (row.suspended) return { ok, reason: 'suspended' };
  if (row.month_ok === 0) return null;
  if (available < price) return { ok, reason: 'credits', available, held };
  if (row.active_jobs >= jobsMax) return { ok, reason: 'slots', limit: jobsMax };
  const retryAfter = secondsUntilWithin(level, perMinute);
  return { ok, reason: 'rate', limit: perMinute, retryAfter };
}
