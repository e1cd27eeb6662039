import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import { Generation } from '../../entities/generation.js';
import { KeyMonth } from '../../entities/key-month.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { reserve, type Reservation, type ReserveResult } from '../../domain/ledger/reserve.js';
import { createId } from '../../domain/contract/ids.js';
import { freshDatabase, type FreshDatabase } from '../entities/fresh-database.js';
import type { TestAccount } from '../support/accounts.js';

export interface Order extends Partial<Reservation>, Allowance {
  readonly price: number;
}

/** New limits of a key and its account. A limit that is not given stays unchanged. */
export interface Allowance {
  readonly monthlyCap?: number | null;
  readonly jobsMax?: number;
}

/** Balance of an account, and its free slots. */
export interface Balance {
  sub: number;
  pur: number;
  heldSub: number;
  heldPur: number;
  jobs: number;
}

class RolledBack extends Error {
  constructor(readonly reserved: ReserveResult) {
    super('refused');
  }
}

/** Ledger test with the surrounding rows, so that every invariant can be checked afterwards. */
export class World {
  constructor(private readonly fresh: Pick<FreshDatabase, 'db'>) {}

  get db() {
    return this.fresh.db;
  }

  /** Creates another key of an account. */
  async key({ accountId }: TestAccount): Promise<TestAccount> {
    const key = { id: createId('key'), accountId, memberId: null, monthlyCap: null };
    const apiKey = await this.db.transaction((tx) => createKey(tx, { ...key, scopes: ['read'] }));
    return { accountId, keyId: key.id, apiKey };
  }

  /** Writes only the limits that differ, so that it does not wait for a lock if nothing changes. */
  async allow({ accountId, keyId }: TestAccount, { monthlyCap, jobsMax }: Allowance) {
    if (monthlyCap !== undefined) {
      await this.db.query(
        'UPDATE api_key SET monthly_cap = $2 WHERE id = $1 AND monthly_cap IS DISTINCT FROM $2',
        [keyId, monthlyCap],
      );
    }
    if (jobsMax !== undefined) {
      await this.db.query(
        `UPDATE account SET raised_limits = raised_limits || jsonb_build_object('concurrent_jobs', $2::int)
         WHERE id = $1 AND (raised_limits ->> 'concurrent_jobs')::int IS DISTINCT FROM $2::int`,
        [accountId, jobsMax],
      );
    }
  }

  /**
   * Reserves credits for a new queued generation, and rolls back a refusal, as product code must.
   */
  async reserve(account: TestAccount, wanted: Order): Promise<ReserveResult & { id: string }> {
    const { accountId, keyId } = account;
    const { monthlyCap, jobsMax, ...order } = wanted;
    await this.allow(account, { monthlyCap, jobsMax });
    const id = order.refId ?? createId('gen');
    const now = order.now ?? new Date();
    const defaults = {
      ...({
        refType: 'generation',
        accountId,
        keyId,
        holdId: createId('hold'),
        refId: id,
      } as const),
      now,
    };
    try {
      return await this.db.transaction(async (tx) => {
        await insertQueued(tx, { id, accountId, keyId, credits: order.price, createdAt: now });
        const reserved = await reserve(tx, { ...defaults, ...order });
        if (!reserved.ok) throw new RolledBack(reserved);
        return { ...reserved, id };
      });
    } catch (error) {
      if (error instanceof RolledBack) return { ...error.reserved, id };
      throw error;
    }
  }

  /** Ends a generation and closes its hold. @returns the result of `closeHold` */
  async close(id: string, settle: number | 'all'): Promise<number | null> {
    return this.db.transaction(async (tx) => {
      await tx.query(
        `UPDATE generation SET status = CASE WHEN $2::int = 0 THEN 'failed' ELSE 'completed' END,
           refunded_credits = credits - least(credits, coalesce($2::int, credits)), completed_at = now()
         WHERE id = $1 AND status IN ('queued', 'processing')`,
        [id, settle === 'all' ? null : settle],
      );
      return closeHold(tx, { refType: 'generation', refId: id, settle });
    });
  }

  async balance({ accountId }: TestAccount): Promise<Balance> {
    const row = await this.db.manager.findOneByOrFail(Account, { id: accountId });
    const { sub, pur, heldSub, heldPur, activeJobs } = row;
    return { sub, pur, heldSub, heldPur, jobs: activeJobs };
  }

  /** Credits by month of a key, such as `{ '2026-01-01': 5 }`. */
  async spent({ keyId }: Pick<TestAccount, 'keyId'>): Promise<Record<string, number>> {
    const rows = await this.db.manager.findBy(KeyMonth, { keyId });
    return Object.fromEntries(rows.map(({ month, spent }) => [month, spent]));
  }

  /** Queries rows of one account, whose id is `$1`. */
  rows<T>(query: string, { accountId }: TestAccount): Promise<T[]> {
    return this.db.query(query, [accountId]);
  }
}

export async function insertQueued(
  tx: EntityManager,
  row: Pick<Generation, 'id' | 'accountId' | 'keyId' | 'credits' | 'createdAt'>,
): Promise<void> {
  const request = {
    prompt: 'a fox',
    character_id: null,
    product_id: null,
    aspect_ratio: '1:1' as const,
    resolution: '1K' as const,
    edit: false,
    has_scene_image: false,
    has_character_image: false,
    reference_images: 0,
  };
  await tx.insert(Generation, { ...row, type: 'image', model: 'm', status: 'queued', request });
}

/** Creates a world in a separate database, and checks every invariant after every test. */
export function ledgerWorld(poolSize = 4): World {
  const world = new World(freshDatabase({ poolSize }));
  afterEach('every invariant holds', async () => {
    expect(await checkInvariants(world.db.manager)).to.deep.equal([]);
  });
  return world;
}
