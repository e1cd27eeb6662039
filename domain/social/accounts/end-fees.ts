import type { EntityManager } from 'typeorm';
import { readCurrentLimit, PLAN_LIMITS } from '../../accounts/plan-limits.js';
import { executeAndCount, queryOne } from '../../../entities/rows.js';

const LOCK = 'SELECT id FROM social_account WHERE account_id = $1 ORDER BY id FOR UPDATE';

/**
 * Locks an account's connections in the order of their ids, before the account itself. All
 * transactions that charge or end fees use this order, so they do not deadlock.
 */
export async function lockConnections(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(LOCK, [accountId]);
}

const INCLUDED = `
SELECT ${readCurrentLimit('included_social_accounts', '$2')} AS included FROM account WHERE id = $1
FOR NO KEY UPDATE`;

/** $2: the number of connections included in the plan. */
const END = `
UPDATE social_account SET fee_credits = 0, payment_due = false WHERE id IN (
  SELECT id FROM social_account WHERE account_id = $1 AND fee_credits > 0
  ORDER BY created_at, id
  LIMIT greatest(0, $2::int - (
    SELECT count(*) FROM social_account WHERE account_id = $1 AND fee_credits = 0)))`;

/**
 * Gives free slots in the plan to the oldest connections with a fee, and cancels the fee and its
 * debt. A paid period is not refunded. The caller has locked the connections.
 * @returns the number of cancelled fees
 */
export async function endFees(tx: EntityManager, accountId: string): Promise<number> {
  const row = await queryOne<{ included: number }>(tx, INCLUDED, [accountId, PLAN_LIMITS]);
  return executeAndCount(tx, END, [accountId, row?.included ?? 0]);
}

/**
 * Makes a change that may free slots in an account's plan, and then ends the fees for those slots.
 */
export async function endFeesAfter<T>(
  tx: EntityManager,
  accountId: string,
  change: () => Promise<T>,
): Promise<T> {
  await lockConnections(tx, accountId);
  const changed = await change();
  await endFees(tx, accountId);
  return changed;
}
