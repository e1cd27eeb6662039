import type { EntityManager } from 'typeorm';
import { computeLimits } from '../../domain/catalogue/plans.js';
import { findAccount } from '../../domain/accounts/find-account.js';
import { SocialAccount } from '../../entities/social-account.js';
import { Member } from '../../entities/member.js';
import { listKeys } from './key-list.js';

/**
 * Reads an account's data for operators.
 * @throws {Refusal} NOT_FOUND
 */
export async function showAccount(tx: EntityManager, id: string) {
  const account = await findAccount(tx, id);
  const members = await tx.find(Member, { where: { accountId: id }, order: { createdAt: 'ASC' } });
  const order = { createdAt: 'ASC' } as const;
  const connected = await tx.find(SocialAccount, { where: { accountId: id }, order });
  return {
    account_id: account.id,
    name: account.name,
    plan: account.plan,
    suspended: account.suspendedAt !== null,
    suspended_at: account.suspendedAt,
    deleted_at: account.deletedAt,
    created_at: account.createdAt,
    active_jobs: account.activeJobs,
    credits: {
      total: account.sub + account.pur,
      subscription: account.sub,
      purchased: account.pur,
      held_subscription: account.heldSub,
      held_purchased: account.heldPur,
    },
    limits: computeLimits(account.plan, account.raisedLimits),
    raised_limits: account.raisedLimits,
    keys: await listKeys(tx, id),
    members: members.map((member) => ({
      member_id: member.id,
      name: member.name,
      removed_at: member.removedAt,
    })),
    social_accounts: connected.map((row) => ({
      character_id: row.characterId,
      platform: row.platform,
      username: row.username,
      state: row.state,
      monthly_fee_credits: row.feeCredits,
      payment_due: row.paymentDue,
      fee_due_at: row.feeDueAt,
      connected_at: row.createdAt,
    })),
  };
}
