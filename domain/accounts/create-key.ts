import { IsNull, type EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import { ApiKey } from '../../entities/api-key.js';
import { computeLimits } from '../catalogue/plans.js';
import type { Scope } from '../catalogue/scopes.js';
import { hashApiKey, KEY_PREFIX_SHOWN, createApiKey } from '../contract/create-api-key.js';
import { Refusal } from '../contract/refusal.js';
import { refuseDeleted } from './close-account.js';

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly memberId: string | null;
  /** The member who creates a team key. */
  readonly madeBy?: string | null;
  readonly scopes: Scope[];
  readonly monthlyCap: number | null;
  /** A label for people; empty by default. */
  readonly name?: string;
}

/**
 * Creates an API key. Locks the account row, so that the count of active keys is exact.
 * @returns the key in clear text, which is shown only once
 * @throws {Refusal} NOT_FOUND for an unknown account, CONFLICT for a deleted account, LIMIT_REACHED
 * when the plan allows no more keys
 */
export async function createKey(tx: EntityManager, key: NewKey): Promise<string> {
  const account = await tx.findOne(Account, {
    where: { id: key.accountId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!account) throw new Refusal('NOT_FOUND', { message: `No account ${key.accountId}.` });
  if (account.deletedAt) throw refuseDeleted(account.id);
  const limit = computeLimits(account.plan, account.raisedLimits).api_keys;
  const active = await tx.countBy(ApiKey, {
    accountId: account.id,
    door: 'v1',
    revokedAt: IsNull(),
  });
  if (active >= limit) {
    throw new Refusal('LIMIT_REACHED', {
      message: `The account has ${active} active keys, the maximum of its plan. Revoke one, or raise the limit api_keys.`,
      details: { code: 'API_KEY_LIMIT', limit },
    });
  }
  const clear = createApiKey();
  await tx.insert(ApiKey, {
    id: key.id,
    accountId: key.accountId,
    memberId: key.memberId,
    madeBy: key.madeBy ?? null,
    hash: hashApiKey(clear),
    prefix: clear.slice(0, KEY_PREFIX_SHOWN),
    scopes: key.scopes,
    monthlyCap: key.monthlyCap,
    name: key.name ?? '',
  });
  return clear;
}
