import type { EntityManager } from 'typeorm';
import { computeLimits, hasSocial } from '../../catalogue/plans.js';
import { FEE_PERIOD_MS, FEE_RETRY_MS } from '../../catalogue/social-platforms.js';
import { SOCIAL_CREDITS } from '../../catalogue/price.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';
import { chargeFee } from '../../ledger/charge-fee.js';
import { emitLowBalance } from '../../webhooks/emit-event.js';
import { Account } from '../../../entities/account.js';
import { SocialAccount } from '../../../entities/social-account.js';
import { SocialFee } from '../../../entities/social-fee.js';
import { queryOne } from '../../../entities/rows.js';

/** The result of checking an account's fee. */
export interface FeeDecision {
  readonly outcome: 'included' | 'charged' | 'unpaid' | 'paused' | 'paid_before';
  /** Starts for deliveries of `credits.low`, which the caller starts after its commit. */
  readonly starts: readonly WorkflowToStart[];
}

/** The row's columns after a check. */
type FeeColumns = Pick<SocialAccount, 'feeCredits' | 'feePeriod' | 'feeDueAt' | 'paymentDue'>;

/** Counts the accounts included in the plan, which are free. */
const INCLUDED_TAKEN = `
SELECT count(*)::int AS taken FROM social_account
WHERE account_id = $1 AND id <> $2 AND fee_credits = 0`;

const ADOPT = `
UPDATE social_fee SET paid_for = $1 WHERE id = (
  SELECT f.id FROM social_fee f
  WHERE f.account_id = $2 AND f.platform = $3 AND f.remote_id = $4 AND f.paid_until > $5
    AND NOT EXISTS (SELECT 1 FROM social_account s WHERE s.id = f.paid_for)
  ORDER BY f.paid_until DESC LIMIT 1)
RETURNING credits::float8 AS credits, paid_until`;

/**
 * Decides how much a connected account costs from now on, charges it, and schedules the next check.
 * The caller has locked the connection's row. The paying account is locked before the free
 * connections are counted: of two concurrent checks the second counts the first, so they cannot
 * both take the last free slot. A counter would not work, because slots also change with the plan.
 */
export async function decideFee(
  tx: EntityManager,
  row: SocialAccount,
  now: Date,
): Promise<FeeDecision> {
  const payer = await tx.findOneOrFail(Account, {
    where: { id: row.accountId },
    lock: { mode: 'for_no_key_update' },
  });
  // A suspended account cannot post, so it does not pay. The debt is checked when the suspension
  // has ended.
  if (payer.suspendedAt) return keep(tx, row, 'paused', { feeDueAt: computeRetryTime(now) });
  if (!hasSocial(payer.plan)) {
    const free = { feeCredits: 0, paymentDue: false, feeDueAt: computeRetryTime(now) };
    return keep(tx, row, 'paused', free);
  }
  const feePeriod = row.feePeriod + 1;
  const next = { feePeriod, paymentDue: false, feeDueAt: new Date(now.getTime() + FEE_PERIOD_MS) };
  const { included_social_accounts: included } = computeLimits(payer.plan, payer.raisedLimits);
  const found = await queryOne<{ taken: number }>(tx, INCLUDED_TAKEN, [row.accountId, row.id]);
  if ((found?.taken ?? 0) < included) return keep(tx, row, 'included', { ...next, feeCredits: 0 });
  const adopted = row.feePeriod === 0 ? await adopt(tx, row, now) : null;
  if (adopted) {
    const { credits: feeCredits, paid_until: feeDueAt } = adopted;
    return keep(tx, row, 'paid_before', { ...next, feeCredits, feeDueAt });
  }
  return pay(tx, row, next, now);
}

const computeRetryTime = (now: Date) => new Date(now.getTime() + FEE_RETRY_MS);

async function pay(
  tx: EntityManager,
  row: SocialAccount,
  next: Omit<FeeColumns, 'feeCredits'>,
  now: Date,
): Promise<FeeDecision> {
  const feeCredits = SOCIAL_CREDITS.extra_account_monthly;
  const { id: paidFor, accountId, platform, remoteId } = row;
  const refId = `${paidFor}/${next.feePeriod}`;
  const fee = { accountId, refType: 'social_account', refId, price: feeCredits, now } as const;
  const paid = await chargeFee(tx, fee);
  if (paid.outcome === 'unpaid') {
    return keep(tx, row, 'unpaid', {
      feeCredits,
      paymentDue: true,
      feeDueAt: computeRetryTime(now),
    });
  }
  const { feeDueAt: paidUntil } = next;
  const period = { id: refId, accountId, platform, remoteId, paidFor, credits: feeCredits };
  await tx.upsert(SocialFee, { ...period, paidUntil }, ['id']);
  const kept = await keep(tx, row, 'charged', { ...next, feeCredits });
  if (paid.outcome === 'repeated' || paid.lowBalance === null) return kept;
  const starts = await emitLowBalance(tx, accountId, paid.lowBalance, now);
  return { ...kept, starts };
}

async function keep(
  tx: EntityManager,
  { id }: Pick<SocialAccount, 'id'>,
  outcome: FeeDecision['outcome'],
  columns: Partial<FeeColumns>,
): Promise<FeeDecision> {
  await tx.update(SocialAccount, { id }, columns);
  return { outcome, starts: [] };
}

/** Takes over a paid period of the same platform account, left by an ended connection. */
function adopt(tx: EntityManager, row: SocialAccount, now: Date) {
  const { id, accountId, platform, remoteId } = row;
  return queryOne<{ credits: number; paid_until: Date }>(tx, ADOPT, [
    id,
    accountId,
    platform,
    remoteId,
    now,
  ]);
}
