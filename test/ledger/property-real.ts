import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';
import { acceptGeneration } from '../../domain/generations/accept-generation.js';
import {
  claimGeneration,
  completeGeneration,
  failGeneration,
  type AdvanceDeps,
} from '../../domain/generations/advance-generation.js';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import { createVault } from '../../runtime/vault.js';
import { authenticateKey } from '../support/authenticate-key.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { removeGeneration, type DeleteDeps } from '../../domain/generations/remove-generation.js';
import { summariseImage } from '../../domain/contract/image.js';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { reserve, type ReserveResult } from '../../domain/ledger/reserve.js';
import type { Checkpoint } from '../../domain/ports/checkpoint.js';
import { createId, createSubjectId } from '../../domain/contract/ids.js';
import { createLog } from '../../runtime/log.js';
import { buildAccount } from '../support/accounts.js';
import { Model } from './property-model.js';
import { BEGUN } from '../support/begun.js';

const ROWS = `
SELECT
  (SELECT json_build_object('sub', sub, 'pur', pur, 'held_sub', held_sub, 'held_pur', held_pur,
     'active_jobs', active_jobs, 'plan', plan, 'suspended', suspended_at IS NOT NULL,
     'raised_limits', raised_limits, 'low_notified_on', low_notified_on)
   FROM account WHERE id = $1) AS account,
  (SELECT coalesce(json_object_agg(id, json_build_array(status, credits, refunded_credits)), '{}')
   FROM generation WHERE account_id = $1) AS generations,
  (SELECT coalesce(json_object_agg(id, json_build_array(status, credits, refunded_credits)), '{}')
   FROM social_post WHERE account_id = $1) AS posts,
  (SELECT coalesce(json_object_agg(id, json_build_array(fee_credits, payment_due, fee_period)), '{}')
   FROM social_account WHERE account_id = $1) AS connections,
  (SELECT coalesce(json_object_agg(key_id || ' ' || month, spent), '{}') FROM key_month) AS spent,
  (SELECT coalesce(json_agg(id ORDER BY id COLLATE "C"), '[]') FROM event) AS events,
  (SELECT coalesce(json_agg(key ORDER BY key COLLATE "C"), '[]') FROM idempotency_key) AS answers`;

/** A crash at a checkpoint, where the transaction is either rolled back or committed. */
export class Crash extends Error {}

export interface AcceptOptions {
  readonly keyIndex: number;
  readonly price: number;
  readonly key: string;
  readonly prompt?: string;
  readonly startFails?: boolean;
  readonly crashAt?: Checkpoint;
}

/** Runs the product's commands on a real PostgreSQL, for one account with two keys. */
export class Real {
  private readonly log = createLog('test', 'silent');

  private constructor(
    readonly db: DataSource,
    readonly accountId: string,
    readonly apiKeys: readonly string[],
    readonly keyIds: readonly string[],
  ) {}

  /** Empties the database, and creates an account and its model. */
  static async open(db: DataSource): Promise<{ real: Real; model: Model }> {
    // Keeps the epochs of events: they belong to no account, and a migration creates the first.
    const tables = db.entityMetadatas
      .map(({ tableName }) => tableName)
      .filter((name) => name !== 'event_epoch');
    // Deletes the rows like a restore, without firing the triggers of the ledger.
    await db.query(`SET session_replication_role = replica; TRUNCATE ${tables.join(', ')};
      RESET session_replication_role`);
    const first = await buildAccount(db, { plan: 'creator', credits: 9, purchased: 30 });
    const { accountId } = first;
    const second = createId('key');
    const scopes = ['generate' as const];
    const apiKey = await db.transaction((tx) =>
      createKey(tx, { id: second, accountId, memberId: null, scopes, monthlyCap: 20 }),
    );
    const keyIds = [first.keyId, second];
    const real = new Real(db, accountId, [first.apiKey, apiKey], keyIds);
    return { real, model: new Model(accountId, keyIds) };
  }

  claimOf(key: string, prompt = 'a fox'): AnswerClaim {
    return { accountId: this.accountId, key, fingerprint: `fingerprint of ${prompt}` };
  }

  /** Accepts an image like the API after it has authenticated the key. */
  async accept(options: AcceptOptions) {
    const caller = await this.caller(options.keyIndex);
    const { key, price, prompt, startFails = false, crashAt } = options;
    const startWorkflow = () =>
      startFails ? Promise.reject(new Error('Temporal is away')) : Promise.resolve();
    const { db, log } = this;
    const pass = this.passTo(crashAt);
    const deps = {
      db,
      log,
      startWorkflow,
      pass,
      newId: createId,
      vault: createVault([randomBytes(32).toString('base64')]),
      mediaUrl: (path: string) => path,
      libraryUrl: (id: string) => id,
      generationUrl: (id: string) => id,
    };
    return acceptGeneration(deps, {
      caller,
      price,
      claim: {
        ...this.claimOf(key, prompt),
        status: 202,
      },
      type: 'image',
      model: 'm',
      request: summariseImage({ prompt: prompt ?? 'a fox' }, 7),
      job: {
        analyses: [],
        routes: [],
      },
      notes: [],
      options: {},
      metadata: {},
      callback: null,
      inputs: [],
    });
  }

  async caller(keyIndex: number) {
    const known = await authenticateKey(this.db, this.apiKeys[keyIndex] ?? '');
    return known?.caller ?? expect.fail('the key is not known');
  }

  /** Reserves and settles the price of a preset character, without a workflow run. */
  async charge(keyIndex: number, price: number): Promise<ReserveResult> {
    const { accountId } = this;
    const refId = createSubjectId();
    const runner = this.db.createQueryRunner();
    await runner.startTransaction();
    try {
      const charged = await reserve(runner.manager, {
        accountId,
        keyId: this.keyIds[keyIndex] ?? '',
        holdId: createId('hold'),
        refType: 'character',
        refId,
        price,
        now: new Date(),
      });
      if (charged.ok)
        await closeHold(runner.manager, { refType: 'character', refId, settle: 'all' });
      await (charged.ok ? runner.commitTransaction() : runner.rollbackTransaction());
      return charged;
    } finally {
      await runner.release();
    }
  }

  claim(id: string) {
    return claimGeneration(this.db, id, BEGUN);
  }

  complete(id: string, crashAt?: Checkpoint) {
    return completeGeneration(this.advance(crashAt), id);
  }

  fail(id: string, crashAt?: Checkpoint) {
    const error = { code: 'PROVIDER_ERROR', message: 'gone' } as const;
    const entry = { stage: 'image_generation', resolution: 'stopped', status: 503 } as const;
    return failGeneration(this.advance(crashAt), id, error, { ...entry, message: 'gone' });
  }

  cancel(id: string, key: string) {
    return cancelGeneration(this.advance(), id, this.claimOf(key));
  }

  remove(id: string, key: string) {
    const store = { remove: () => Promise.resolve() } as unknown as DeleteDeps['store'];
    const claim = { ...this.claimOf(key), status: 200 };
    const deliveryRuns = { cancel: () => Promise.resolve() };
    return removeGeneration(
      { ...this.advance(), store, deliveryRuns },
      this.accountId,
      { id, object: 'generation' },
      claim,
    );
  }

  /** Compares everything with the model, and checks the invariants. */
  async verify(model: Model): Promise<void> {
    const [rows] = await this.db.query(ROWS, [this.accountId]);
    expect(rows).to.deep.equal(model.rows());
    expect(await checkInvariants(this.db.manager)).to.deep.equal([]);
  }

  /** Returns the keys that have a stored response. */
  async answered(keys: readonly string[]): Promise<string[]> {
    const rows: { key: string }[] = await this.db.query(
      'SELECT key FROM idempotency_key WHERE key = ANY($1)',
      [keys],
    );
    return rows.map(({ key }) => key);
  }

  newKey(): string {
    return randomUUID();
  }

  private advance(crashAt?: Checkpoint): AdvanceDeps {
    return {
      db: this.db,
      log: this.log,
      startWorkflow: () => Promise.resolve(),
      mediaUrl: (path) => path,
      libraryUrl: (id) => id,
      generationUrl: (id) => id,
      pass: this.passTo(crashAt),
      metrics: { generations: { inc: () => undefined } },
    };
  }

  private passTo(crashAt: Checkpoint | undefined) {
    return (name: Checkpoint) => {
      if (name === crashAt) throw new Crash(name);
    };
  }
}
