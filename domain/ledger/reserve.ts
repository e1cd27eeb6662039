import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/low-balance.js';
import { oneOf } from '../../entities/rows.js';

export interface Reservation {
  readonly accountId: string;
  readonly keyId: string;
  readonly holdId: string;
  /** Only a generation is a job and takes a slot. */
  readonly refType: 'generation' | 'character';
  readonly refId: string;
  /** Credits. */
  readonly price: number;
  /** Credits that the key may spend in a UTC month; null is no cap. */
  readonly monthlyCap: number | null;
  /** Jobs that the account may run at once; ignored where no slot is taken. */
  readonly jobsMax: number;
  readonly now: Date;
}

export type Reserved =
  /** `lowBalance` is set once a day at most: the balance that is now below the threshold. */
  | { readonly ok: true; readonly lowBalance: number | null }
  | { readonly ok: false; readonly reason: 'cap'; readonly spent: number }
  | {
      readonly ok: false;
      readonly reason: 'credits';
      readonly available: number;
      readonly held: number;
    }
  | { readonly ok: false; readonly reason: 'slots' };

/**
 * One statement changes the month of the key, buckets, slot, hold and ledger. Each UPDATE is
 * guarded, and the rows that it returns decide. `before` locks the account, and reads how the price
 * is split and why it may be refused. Lock order, here and in close-hold: month of the key, then
 * account. That is why `before` counts `month`. New values come from `before`: those of `a` may be
 * outdated at first, and PostgreSQL applies the CHECK of the table to them before it looks for the
 * newest version (test: race).
 */
const RESERVE = `
WITH month AS (
  INSERT INTO key_month AS m (key_id, month, spent)
  SELECT $2, $6::date, $4::bigint WHERE $5::bigint IS NULL OR $4::bigint <= $5::bigint
  ON CONFLICT (key_id, month) DO UPDATE SET spent = m.spent + excluded.spent
    WHERE $5::bigint IS NULL OR m.spent + excluded.spent <= $5::bigint
  RETURNING spent
), before AS (
  SELECT sub, pur, held_sub, held_pur, active_jobs, low_notified_on,
         least(sub, $4::bigint) AS take_sub, $4::bigint - least(sub, $4::bigint) AS take_pur,
         month_ok
  FROM account, (SELECT count(*)::int AS month_ok FROM month) AS m
  WHERE id = $1 FOR UPDATE OF account
), taken AS (
  UPDATE account a SET
    sub = b.sub - b.take_sub, held_sub = b.held_sub + b.take_sub,
    pur = b.pur - b.take_pur, held_pur = b.held_pur + b.take_pur,
    active_jobs = b.active_jobs + ($10::text = 'generation')::int,
    low_notified_on = CASE WHEN b.sub + b.pur - $4 < $7 THEN $8::date ELSE b.low_notified_on END
  FROM before b
  WHERE a.id = $1 AND b.month_ok = 1 AND b.sub + b.pur >= $4
    AND (b.active_jobs < $9 OR $10::text <> 'generation')
  RETURNING b.take_sub, b.take_pur, a.sub + a.pur AS balance,
    (a.sub + a.pur < $7 AND b.low_notified_on IS DISTINCT FROM $8::date) AS low
), held AS (
  INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur)
  SELECT $3, $1, $10, $11, $2, $6::date, take_sub, take_pur FROM taken
), moved AS (
  INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
  SELECT $12, $1, 'hold', $10, $11 FROM taken
), entries AS (
  INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
  SELECT $12, $1, side.bucket, side.amount
  FROM taken, LATERAL (VALUES
    ('sub', -take_sub), ('held_sub', take_sub), ('pur', -take_pur), ('held_pur', take_pur)
  ) AS side (bucket, amount)
  WHERE side.amount <> 0
)
SELECT b.month_ok, (b.sub + b.pur)::float8 AS available,
       (b.held_sub + b.held_pur)::float8 AS held, taken.balance::float8 AS balance, taken.low,
       coalesce((SELECT spent FROM key_month WHERE key_id = $2 AND month = $6::date), 0)::float8 AS spent
FROM before b LEFT JOIN taken ON true`;

interface ReserveRow {
  month_ok: number;
  available: number;
  held: number;
  balance: number | null;
  low: boolean | null;
  spent: number;
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
    wanted.monthlyCap,
    monthOf(wanted.now),
    LOW_BALANCE_THRESHOLD,
    wanted.now.toISOString().slice(0, 10),
    wanted.jobsMax,
    wanted.refType,
    wanted.refId,
    randomUUID(),
  ]);
  if (!row) throw new Error(`account ${wanted.accountId} does not exist`);
  if (row.balance !== null) return { ok: true, lowBalance: row.low ? row.balance : null };
  if (row.month_ok === 0) return { ok: false, reason: 'cap', spent: row.spent };
  if (row.available < wanted.price) {
    return { ok: false, reason: 'credits', available: row.available, held: row.held };
  }
  return { ok: false, reason: 'slots' };
}
