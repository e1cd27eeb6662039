import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { LimitName, PlanName } from '../../domain/catalogue/plans.js';
import type { Role } from '../../domain/catalogue/roles.js';
import { SCOPES, type Scope } from '../../domain/catalogue/scopes.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { createAccount } from '../../domain/accounts/create-account.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { createId } from '../../domain/contract/ids.js';
import { ApiClient } from './client.js';

export interface AccountOptions {
  plan?: PlanName;
  credits?: number;
  purchased?: number;
  raised?: Partial<Record<LimitName, number>>;
  scopes?: Scope[];
  monthlyCap?: number | null;
  /** Whether the account has the exact limits of its plan. */
  atPlanLimits?: boolean;
}

/**
 * Tests and benchmarks create generations as fast as they can, so the rate is not limited. The
 * tests of the sustained rate (test/api/sustained-rate.test.ts) restore the limit.
 */
export const PLENTY = { images_per_minute: 100_000 };

export interface TestAccount {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

/** Account with a client that uses its key. */
export interface Customer extends TestAccount {
  readonly client: ApiClient;
}

/** Creates an account with one key, and a client that uses the key at this address. */
export async function buildCustomer(
  db: DataSource,
  url: string,
  options: AccountOptions = {},
): Promise<Customer> {
  const account = await buildAccount(db, options);
  return { ...account, client: new ApiClient(url, account.apiKey) };
}

/** Assigns a key to a new member with this role. @returns the id of the member */
export async function joinAs(
  db: DataSource,
  { accountId, keyId }: Pick<TestAccount, 'accountId' | 'keyId'>,
  role: Role,
): Promise<string> {
  const id = createId('mem');
  await addMember(db.manager, { id, accountId, name: 'Ada', role });
  await db.query('UPDATE api_key SET member_id = $2 WHERE id = $1', [keyId, id]);
  return id;
}

/**
 * Creates an account with one key. Every test creates its own accounts, so that tests do not see
 * each other's rows.
 */
export async function buildAccount(
  db: DataSource,
  options: AccountOptions = {},
): Promise<TestAccount> {
  const { plan = 'agency', credits = 1_000, purchased = 0 } = options;
  const raised = options.atPlanLimits ? {} : { ...PLENTY, ...options.raised };
  const accountId = createId('acc');
  const keyId = createId('key');
  const apiKey = await db.transaction(async (tx) => {
    await createAccount(tx, { id: accountId, name: 'test', plan, credits });
    if (purchased > 0) {
      const grant = { accountId, bucket: 'purchased', amount: purchased } as const;
      await grantCredits(tx, { ...grant, refId: randomUUID() });
    }
    await tx.query('UPDATE account SET raised_limits = $2::jsonb WHERE id = $1', [
      accountId,
      JSON.stringify(raised),
    ]);
    return createKey(tx, {
      id: keyId,
      accountId,
      memberId: null,
      scopes: options.scopes ?? [...SCOPES],
      monthlyCap: options.monthlyCap ?? null,
    });
  });
  return { accountId, keyId, apiKey };
}
