import type { EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import type { PlanName } from '../catalogue/plans.js';
import { grantCredits } from '../ledger/grant.js';

export interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  /** Initial subscription credits; 0 grants none. */
  readonly credits: number;
}

/** Opens an account and books its initial credits. */
export async function createAccount(tx: EntityManager, account: NewAccount): Promise<void> {
  await tx.insert(Account, { id: account.id, name: account.name, plan: account.plan });
  if (account.credits > 0) {
    await grantCredits(tx, {
      accountId: account.id,
      bucket: 'subscription',
      amount: account.credits,
      refId: `${account.id}/opening`,
    });
  }
}
