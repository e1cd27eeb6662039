import type { EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import { Refusal } from '../contract/refusal.js';
import { grantCredits, type Grant } from '../ledger/grant.js';
import { refuseUnknownAccount } from './find-account.js';
import { queryOne } from '../../entities/rows.js';

export interface OperatorGrant extends Omit<Grant, 'refId'> {
  /** The operator's reference for the reason, such as an invoice number; unique per account. */
  readonly ref: string;
}

/**
 * Grants credits once per reference. Locks the account: if two concurrent grants have the same
 * reference, the second one finds the first, in either bucket.
 * @returns false if the same grant was booked before
 * @throws {Refusal} NOT_FOUND, or CONFLICT if the reference belongs to another grant
 */
export async function grantOnce(tx: EntityManager, grant: OperatorGrant): Promise<boolean> {
  const { accountId, bucket, amount, ref } = grant;
  const lock = { mode: 'pessimistic_write' } as const;
  if (!(await tx.findOne(Account, { where: { id: accountId }, lock })))
    refuseUnknownAccount(accountId);
  const refId = `${accountId}/ref/${ref}`;
  const earlier = await queryOne<{ bucket: string; amount: number }>(
    tx,
    `SELECT CASE e.bucket WHEN 'sub' THEN 'subscription' ELSE 'purchased' END AS bucket,
       e.amount::float8 AS amount
     FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id AND e.bucket IN ('sub', 'pur')
     WHERE t.kind IN ('grant', 'purchase') AND t.ref_type = 'grant' AND t.ref_id = $1`,
    [refId],
  );
  if (!earlier) return grantCredits(tx, { accountId, bucket, amount, refId });
  if (earlier.bucket === bucket && earlier.amount === amount) return false;
  throw new Refusal('CONFLICT', {
    message: `Ref ${ref} was already used for a grant of ${earlier.amount} ${earlier.bucket} credits. Use another ref.`,
  });
}
