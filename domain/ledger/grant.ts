import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';

export interface Grant {
  readonly accountId: string;
  readonly bucket: 'subscription' | 'purchased';
  /** Amount in credits, above zero. */
  readonly amount: number;
  /** Identifies the reason: the same grant cannot be booked twice. */
  readonly refId: string;
}

const SIDES = {
  subscription: { kind: 'grant', bucket: 'sub', house: 'grants' },
  purchased: { kind: 'purchase', bucket: 'pur', house: 'cash' },
} as const;

/**
 * Adds credits to an account.
 * @returns false if this grant was already booked or the account does not exist
 */
export async function grantCredits(tx: EntityManager, grant: Grant): Promise<boolean> {
  const { kind, bucket, house } = SIDES[grant.bucket];
  const count = await executeAndCount(
    tx,
    `WITH moved AS (
       INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
       SELECT $1, id, $3, 'grant', $4 FROM account WHERE id = $2
       ON CONFLICT (kind, ref_type, ref_id) DO NOTHING RETURNING id
     ), entries AS (
       INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
       SELECT moved.id, $2, side.bucket, side.amount
       FROM moved, (VALUES ($5, $7::bigint), ($6, -$7::bigint)) AS side (bucket, amount)
     )
     UPDATE account SET
       sub = sub + CASE $5 WHEN 'sub' THEN $7::bigint ELSE 0 END,
       pur = pur + CASE $5 WHEN 'pur' THEN $7::bigint ELSE 0 END
     FROM moved WHERE account.id = $2
     RETURNING account.id`,
    [randomUUID(), grant.accountId, kind, grant.refId, bucket, house, grant.amount],
  );
  return count === 1;
}
