import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { Client } from 'minio';
import { createMediaActivities, type MediaDeps } from '../../activities/media.js';
import { createStateActivities } from '../../activities/generations.js';
import { LOCAL_SOURCES } from '../../domain/catalogue/model-source.js';
import type { Deps } from '../../runtime/deps.js';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { ApiClient } from '../support/client.js';
import { startApi, type TestApi } from '../support/platform.js';
import { fakeProvider } from '../support/provider-fake.js';
import { QUIET } from '../support/workers.js';

export const CREDITS = 1_000;
export const PRICE = 2;

/** A generation that was accepted; no workflow works on it, only the activities that a test calls. */
export interface Accepted {
  readonly id: string;
  readonly accountId: string;
}

/** The activities on real PostgreSQL and S3, run as Temporal would run them. */
export class ActivityBench {
  readonly provider = fakeProvider();
  private constructor(readonly api: TestApi) {}

  static async start(): Promise<ActivityBench> {
    const api = await startApi({}, (deps) => ({ ...deps, startWorkflow: async () => undefined }));
    await api.deps.store.ensureBucket();
    return new ActivityBench(api);
  }

  get deps(): Deps {
    return this.api.deps;
  }

  get state() {
    return createStateActivities(this.deps);
  }

  media(changes: Partial<MediaDeps> = {}) {
    const providers = new Map([[this.provider.name, this.provider]]);
    return createMediaActivities({ ...this.deps, providers, ...changes });
  }

  /** Runs an activity in a context of its own, with more time than any needs here. */
  run<R>(activity: () => Promise<R>): Promise<R> {
    const time = { startToCloseTimeoutMs: 300_000 };
    return new MockActivityEnvironment(time, { logger: QUIET }).run(activity);
  }

  /** The first step of the pipeline, which claims. @returns null when it was no longer wanted */
  generate(id: string) {
    const [route] = LOCAL_SOURCES;
    if (!route) throw new Error('the renderer has no route');
    const input = { generationId: id, route, attempt: 1 };
    return this.run(() => this.media().generateImage(input));
  }

  account(): Promise<TestAccount> {
    const raised = { concurrent_jobs: 1_000, requests_per_minute: 10_000 };
    return buildAccount(this.deps.db, { credits: CREDITS, raised });
  }

  async accept(account: TestAccount): Promise<Accepted> {
    const client = new ApiClient(this.api.url, account.apiKey);
    const { status, text, body } = await client.image({ prompt: 'a fox', aspect_ratio: '1:1' });
    expect(status, text).to.equal(202);
    return { id: body.id, accountId: account.accountId };
  }

  claimOf({ accountId }: Accepted) {
    return { accountId, key: randomUUID(), fingerprint: 'cancel' };
  }

  /** Every row that a step of this generation may touch. */
  async everything({ id, accountId }: Accepted): Promise<unknown> {
    const rows = (sql: string, value: string): Promise<unknown> => this.deps.db.query(sql, [value]);
    return {
      generation: await rows('SELECT * FROM generation WHERE id = $1', id),
      hold: await rows('SELECT * FROM hold WHERE ref_id = $1', id),
      movements: await rows(
        `SELECT t.kind, e.bucket, e.amount FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id
         WHERE t.account_id = $1 ORDER BY e.id`,
        accountId,
      ),
      account: await rows('SELECT * FROM account WHERE id = $1', accountId),
      months: await rows(
        'SELECT m.* FROM key_month m JOIN api_key k ON k.id = m.key_id WHERE k.account_id = $1',
        accountId,
      ),
      events: await rows('SELECT * FROM event WHERE account_id = $1 ORDER BY id', accountId),
      answers: await rows(
        'SELECT * FROM idempotency_key WHERE account_id = $1 ORDER BY key',
        accountId,
      ),
    };
  }

  /** Keys of the stored objects under a prefix. */
  async objects(prefix: string): Promise<string[]> {
    const { s3 } = this.deps.env;
    const { hostname, port } = new URL(s3.endpoint);
    const { accessKey, secretKey, region } = s3;
    const at = { endPoint: hostname, port: Number(port), useSSL: false };
    const client = new Client({ ...at, accessKey, secretKey, region, pathStyle: true });
    const keys: string[] = [];
    for await (const item of client.listObjectsV2(s3.bucket, prefix, true)) {
      keys.push((item as { name: string }).name);
    }
    return keys.toSorted();
  }
}
