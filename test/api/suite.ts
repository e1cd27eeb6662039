import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import {
  claimGeneration,
  completeGeneration,
  reserveOutputKeys,
} from '../../domain/generations/advance-generation.js';
import { recordFacts } from '../../domain/generations/record-progress.js';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import { createKey, type NewKey } from '../../domain/accounts/create-key.js';
import { SCOPES } from '../../domain/catalogue/scopes.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { createId } from '../../domain/contract/ids.js';
import {
  buildCustomer,
  type AccountOptions,
  type Customer,
  type TestAccount,
} from '../support/accounts.js';
import { ApiClient } from '../support/client.js';
import type { TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { usePlatform, type PlatformOptions } from '../support/use-platform.js';
import type { WorkerOptions } from '../support/workers.js';
import { BEGUN } from '../support/begun.js';

export type { Customer } from '../support/accounts.js';

/** The number of rows that requests have left in an account, by table. */
export type Footprint = Record<string, number>;

const TABLES = [
  'generation',
  'hold',
  'ledger_tx',
  'idempotency_key',
  'event',
  'character',
  'product',
];

/** The API for one describe block, over real HTTP and with the real servers. */
export class ApiSuite {
  api!: TestApi;
  private readonly accounts: string[] = [];

  get db(): DataSource {
    return this.api.deps.db;
  }

  client(apiKey: string | null): ApiClient {
    return new ApiClient(this.api.url, apiKey);
  }

  async customer(options: AccountOptions = {}): Promise<Customer> {
    const customer = await buildCustomer(this.db, this.api.url, options);
    this.accounts.push(customer.accountId);
    return customer;
  }

  /** Creates another key of an account. */
  async key(accountId: string, options: Partial<NewKey> = {}): Promise<TestAccount> {
    const keyId = createId('key');
    const defaults = { memberId: null, scopes: [...SCOPES], monthlyCap: null };
    const apiKey = await this.db.transaction((tx) =>
      createKey(tx, { ...defaults, ...options, id: keyId, accountId }),
    );
    return { accountId, keyId, apiKey };
  }

  async footprint(accountId: string): Promise<Footprint> {
    const counts = TABLES.map(
      (table) => `(SELECT count(*)::int FROM ${table} WHERE account_id = $1) AS ${table}`,
    );
    const money = '(SELECT sub + pur FROM account WHERE id = $1)::int AS balance';
    const [row] = await this.db.query(`SELECT ${[...counts, money].join(', ')}`, [accountId]);
    return row;
  }

  /** Runs requests and checks that they leave neither a row nor a charge. */
  async leavesNothing<T>(accountId: string, act: () => Promise<T>): Promise<T> {
    const before = await this.footprint(accountId);
    const result = await act();
    expect(await this.footprint(accountId), 'rows and balance').to.deep.equal(before);
    return result;
  }

  /** Queues an image, which stays queued without workers. */
  async queued({ client }: Customer, prompt = 'a red fox in snow'): Promise<string> {
    const answer = await client.image({ prompt });
    expect(answer.status, answer.text).to.equal(202);
    return answer.body.id;
  }

  /** Claims a queued generation like a media worker. */
  async claim(id: string): Promise<void> {
    expect(await claimGeneration(this.db, id, BEGUN), `claim of ${id}`).not.to.equal(null);
  }

  /**
   * Completes a queued generation with the steps of the pipeline.
   * @param file the delivered file
   * @param extension the extension of its name
   * @returns its stored objects
   */
  async complete(
    id: string,
    file: Buffer = Buffer.from('webp'),
    extension = 'webp',
  ): Promise<string[]> {
    await this.claim(id);
    const folder = `outputs/${id}/${randomBytes(16).toString('hex')}`;
    const keys = [`${folder}.${extension}`, `${folder}-thumb.webp`] as const;
    await reserveOutputKeys(this.db, id, { output: keys[0], thumbnail: keys[1] });
    for (const key of keys) await this.api.deps.store.put(key, file, 'image/webp');
    await completeGeneration(this.api.deps, id);
    return [...keys];
  }

  /** Completes queued speech with the steps of the pipeline. */
  async speak(id: string, file: Buffer = Buffer.from('RIFF')): Promise<string> {
    await this.claim(id);
    const output = `outputs/${id}/${randomBytes(16).toString('hex')}.wav`;
    await reserveOutputKeys(this.db, id, { output, thumbnail: null });
    await recordFacts(this.db, id, { bytes: file.length, durationSeconds: 1.5 });
    await this.api.deps.store.put(output, file, 'audio/wav');
    await completeGeneration(this.api.deps, id);
    return output;
  }

  /**
   * Waits until a generation that workers run has ended.
   * @returns the generation as the API shows it
   */
  async finished({ client }: Customer, id: string): Promise<GenerationBody> {
    const ended = 'SELECT 1 FROM generation WHERE id = $1 AND completed_at IS NOT NULL';
    await until(`${id} has ended`, async () => (await this.db.query(ended, [id])).length === 1);
    const answer = await client.get(`/v1/generations/${id}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  }

  /** Ends queued generations. Otherwise the workers of the next test file would run them. */
  cleanUp(): Promise<void> {
    return this.cancelLeftovers();
  }

  /** Cancels queued generations of the tests. */
  private async cancelLeftovers(): Promise<void> {
    const rows: { id: string; account_id: string }[] = await this.db.query(
      "SELECT id, account_id FROM generation WHERE status = 'queued' AND account_id = ANY($1)",
      [this.accounts],
    );
    for (const { id, account_id: accountId } of rows) {
      const claim = { accountId, key: `leftover ${id}`, fingerprint: '' };
      await cancelGeneration(this.api.deps, id, claim);
    }
    await this.endAnalyses();
  }

  /** Cancels the analysis of saved subjects. Otherwise the vision fakes of other test files would count them. */
  private async endAnalyses(): Promise<void> {
    const rows: { id: string }[] = await this.db.query(
      `SELECT 'analysis-character-' || id AS id FROM character
       WHERE analysis IS NULL AND account_id = ANY($1)
       UNION ALL SELECT 'analysis-product-' || id FROM product
       WHERE analysis IS NULL AND account_id = ANY($1)`,
      [this.accounts],
    );
    await this.endRuns(rows.map(({ id }) => id));
  }

  /** Deletes pending starts. Otherwise the relays of other test files would start them on other Temporal servers. */
  async forgetStarts(): Promise<void> {
    await this.db.query('DELETE FROM workflow_start WHERE account_id = ANY($1)', [this.accounts]);
  }

  /** Ends the given workflow runs, and deletes their pending starts. */
  protected async endRuns(ids: readonly string[]): Promise<void> {
    await this.db.query('DELETE FROM workflow_start WHERE workflow_id = ANY($1)', [ids]);
    const { workflow } = this.api.deps.temporal.client;
    const end = (id: string) => workflow.getHandle(id).terminate();
    await Promise.all(ids.map((id) => end(id).catch(() => undefined)));
  }

  async eventsOf(accountId: string): Promise<{ id: string; type: string; body: string }[]> {
    return this.db.query('SELECT id, type, body FROM event WHERE account_id = $1 ORDER BY id', [
      accountId,
    ]);
  }
}

/** Registers the hooks of a describe block. The last hook checks the ledger. */
export function registerSuite<S extends ApiSuite>(suite: S, options: PlatformOptions): S {
  suite.api = usePlatform({
    ...options,
    cleanUp: () => suite.cleanUp(),
    async verify() {
      const violations = await checkInvariants(suite.db.manager);
      expect(violations, 'violated invariants of the ledger').to.deep.equal([]);
    },
  });
  return suite;
}

export function apiSuite(
  options: { env?: Record<string, string>; workers?: WorkerOptions } = {},
): ApiSuite {
  const { env = {}, workers = null } = options;
  return registerSuite(new ApiSuite(), { env: () => env, workers });
}
