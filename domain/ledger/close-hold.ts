import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';

export interface HoldClosing {
  readonly refType: 'generation' | 'character' | 'social_post';
  readonly refId: string;
  /** Credits to keep as revenue; the rest of the hold is refunded to its buckets. */
  readonly settle: number | 'all';
}

/**
 * Only `state = 'open'` in the first UPDATE permits moving the credits, so a repeated call moves
 * nothing. Locks in the same order as reserve: the key's month, then the account. Refunds go to the
 * recorded buckets and lower the month of the hold.
 */
const CLOSE = `
WITH closed AS (
  UPDATE hold SET
    state = CASE WHEN $3::bigint = 0 THEN 'released' ELSE 'settled' END,
    settled_sub = least(sub, coalesce($3::bigint, sub + pur)),
    settled_pur = least(pur, coalesce($3::bigint, sub + pur) - least(sub, coalesce($3::bigint, sub + pur))),
    closed_at = now()
  WHERE ref_type = $1 AND ref_id = $2 AND state = 'open'
  RETURNING account_id, key_id, month, sub, pur, settled_sub, settled_pur,
    sub - settled_sub AS back_sub, pur - settled_pur AS back_pur
), month_done AS (
  UPDATE key_month m SET spent = m.spent - c.back_sub - c.back_pur
  FROM closed c
  WHERE m.key_id = c.key_id AND m.month = c.month AND c.back_sub + c.back_pur > 0
  RETURNING m.key_id
), account_done AS (
  UPDATE account a SET
    held_sub = a.held_sub - c.sub, held_pur = a.held_pur - c.pur,
    sub = a.sub + c.back_sub, pur = a.pur + c.back_pur,
    active_jobs = a.active_jobs - ($1::text = 'generation')::int
  FROM closed c, (SELECT count(*) FROM month_done) AS after_month
  WHERE a.id = c.account_id
), moves AS (
  SELECT move.* FROM closed c, LATERAL (VALUES
    ($4::uuid, 'settle', c.settled_sub, c.settled_pur),
    ($5::uuid, 'release', c.back_sub, c.back_pur)
  ) AS move (tx_id, kind, from_sub, from_pur)
  WHERE move.from_sub + move.from_pur > 0
), moved AS (
  INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
  SELECT moves.tx_id, c.account_id, moves.kind, $1, $2 FROM moves, closed c
), entries AS (
  INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
  SELECT moves.tx_id, c.account_id, side.bucket, side.amount
  FROM closed c, moves, LATERAL (VALUES
    ('held_sub', -from_sub), ('held_pur', -from_pur),
    (CASE kind WHEN 'settle' THEN 'revenue' ELSE 'sub' END, from_sub),
    (CASE kind WHEN 'settle' THEN 'revenue' ELSE 'pur' END, from_pur)
  ) AS side (bucket, amount)
  WHERE side.amount <> 0
)
SELECT (back_sub + back_pur)::int AS refunded FROM closed`;

/**
 * Closes a hold and keeps all, a part or none of its credits as revenue. Frees a finished
 * generation's slot.
 * @returns refunded credits, or null if the hold was already closed and nothing moved
 */
export async function closeHold(tx: EntityManager, closing: HoldClosing): Promise<number | null> {
  const row = await queryOne<{ refunded: number }>(tx, CLOSE, [
    closing.refType,
    closing.refId,
    closing.settle === 'all' ? null : closing.settle,
    randomUUID(),
    randomUUID(),
  ]);
  return row?.refunded ?? null;
}
