import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/event-types.js';
import { queryOne } from '../../entities/rows.js';

export interface Fee {
  readonly accountId: string;
  readonly refType: 'social_account';
  /** Identifies the paid period, which is never charged twice. */
  readonly refId: string;
  /** Price in credits, above zero. */
  readonly price: number;
  readonly now: Date;
}

export type FeeCharged =
  /** The balance if it has just fallen below the threshold; set no more than once a day. */
  | { readonly outcome: 'charged'; readonly lowBalance: number | null }
  /** The balance is below the price; nothing was changed. */
  | { readonly outcome: 'unpaid' }
  /** This fee was already charged; nothing was changed. */
  | { readonly outcome: 'repeated' };

/**
 * One statement moves credits between buckets and writes the ledger; the returned rows decide.
 * `before` locks the account and reads how the price is split. It takes the same lock as an UPDATE:
 * with a stronger lock, two transactions that had just inserted rows of the account, and so share a
 * lock on its key, would deadlock. No key pays the fee, so it does not count against any cap.
 */
const CHARGE = `
WITH before AS (
  SELECT sub, pur, low_notified_on,
         least(sub, $2::bigint) AS take_sub, $2::bigint - least(sub, $2::bigint) AS take_pur
  FROM account WHERE id = $1 FOR NO KEY UPDATE
), moved AS (
  INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
  SELECT $3, $1, 'fee', $4, $5 FROM before WHERE sub + pur >= $2
  ON CONFLICT (kind, ref_type, ref_id) DO NOTHING RETURNING id
), entries AS (
  INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
  SELECT moved.id, $1, side.bucket, side.amount
  FROM moved, before, LATERAL (VALUES
    ('sub', -take_sub), ('pur', -take_pur), ('revenue', $2::bigint)
  ) AS side (bucket, amount)
  WHERE side.amount <> 0
), taken AS (
  UPDATE account a SET sub = b.sub - b.take_sub, pur = b.pur - b.take_pur,
    low_notified_on = CASE WHEN b.sub + b.pur - $2 < $6 THEN $7::date ELSE b.low_notified_on END
  FROM before b, moved WHERE a.id = $1
  RETURNING a.sub + a.pur AS balance,
    (a.sub + a.pur < $6 AND b.low_notified_on IS DISTINCT FROM $7::date) AS low
)
SELECT b.sub + b.pur >= $2 AS payable, taken.balance::float8 AS balance, taken.low
FROM before b LEFT JOIN taken ON true`;

interface FeeRow {
  payable: boolean;
  balance: number | null;
  low: boolean | null;
}

/** Charges a fee immediately, from subscription credits before purchased ones. */
export async function chargeFee(tx: EntityManager, fee: Fee): Promise<FeeCharged> {
  const row = await queryOne<FeeRow>(tx, CHARGE, [
    fee.accountId,
    fee.price,
    randomUUID(),
    fee.refType,
    fee.refId,
    LOW_BALANCE_THRESHOLD,
    fee.now.toISOString().slice(0, 10),
  ]);
  if (!row) throw new Error(`account ${fee.accountId} does not exist`);
  if (row.balance !== null) return { outcome: 'charged', lowBalance: row.low ? row.balance : null };
  return { outcome: row.payable ? 'repeated' : 'unpaid' };
}
