import type { EntityManager } from 'typeorm';
import { readCurrentLimit, PLAN_LIMITS } from '../../accounts/plan-limits.js';
import { SOCIAL_CREDITS } from '../../catalogue/price.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';
import { SocialAccount } from '../../../entities/social-account.js';
import { queryOne } from '../../../entities/rows.js';
import { decideFee } from './decide-fee.js';

/**
 * Charges the fee for a newly connected account, after inserting its row and in the same
 * transaction. A different account on the same platform gets its own row and id. Charges nothing
 * while a paid period is running. If the payment fails, the account is still connected and its row
 * says `payment_due`.
 * @returns deliveries of `credits.low`, which the caller starts after its commit
 */
export async function connectFee(
  tx: EntityManager,
  socialAccountId: string,
  now: Date,
): Promise<readonly WorkflowToStart[]> {
  const row = await tx.findOneOrFail(SocialAccount, {
    where: { id: socialAccountId },
    lock: { mode: 'pessimistic_write' },
  });
  const runs = row.feePeriod > 0 && !row.paymentDue && row.feeDueAt > now;
  return runs ? [] : (await decideFee(tx, row, now)).starts;
}

const QUOTE = `
SELECT (SELECT count(*) FROM social_account s WHERE s.account_id = a.id AND s.fee_credits = 0)
  < ${readCurrentLimit('included_social_accounts', '$2')} AS included
FROM account a WHERE a.id = $1`;

/** Quotes the current cost of one more account, in credits for 30 days. */
export async function quoteConnectFee(db: EntityManager, accountId: string): Promise<number> {
  const row = await queryOne<{ included: boolean }>(db, QUOTE, [accountId, PLAN_LIMITS]);
  return row?.included ? 0 : SOCIAL_CREDITS.extra_account_monthly;
}
