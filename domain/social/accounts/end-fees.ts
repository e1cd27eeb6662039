import type { EntityManager } from 'typeorm';
import { limitNow, PLAN_LIMITS } from '../../ledger/limit-now.js';
import { affected, oneOf } from '../../../entities/rows.js';

const LOCK = 'SELECT id FROM social_account WHERE account_id = $1 ORDER BY id FOR UPDATE';

/**
 * Locks the connections of an account, in the order that all callers share and before the account
 * itself, as a fee that is charged does: so no two of them wait for each other.
 */
export async function lockConnections(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(LOCK, [accountId]);
}

const INCLUDED = `
SELECT ${limitNow('included_social_accounts', '$2')} AS included FROM account WHERE id = $1
FOR NO KEY UPDATE`;

/** $2: as many as the plan includes. */
const END = `
UPDATE social_account SET fee_credits = 0, payment_due = false WHERE id IN (
  SELECT id FROM social_account WHERE account_id = $1 AND fee_credits > 0
  ORDER BY created_at, id
  LIMIT greatest(0, $2::int - (
    SELECT count(*) FROM social_account WHERE account_id = $1 AND fee_credits = 0)))`;

/**
 * Gives places of the plan that have become free to the oldest accounts with a fee: their fee ends,
 * and what is owed of it. A period that is paid is not refunded. The caller has locked the
 * connections.
 * @returns fees that ended
 */
export async function endFees(tx: EntityManager, accountId: string): Promise<number> {
  const row = await oneOf<{ included: number }>(tx, INCLUDED, [accountId, PLAN_LIMITS]);
  return affected(tx, END, [accountId, row?.included ?? 0]);
}
