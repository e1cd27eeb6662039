import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { s3Client } from '../support/object-store.js';
import { createMediaActivities, type MediaDeps } from '../../activities/media.js';
import { createStateActivities } from '../../activities/generations.js';
import { LOCAL_SOURCES } from '../../domain/catalogue/model-source.js';
import type { Deps } from '../../runtime/deps.js';
import { Generation } from '../../entities/generation.js';
import { ApiSuite, registerSuite, type Customer } from '../api/suite.js';
import type { AccountOptions } from '../support/accounts.js';
import { fakeProvider } from '../support/provider-fake.js';
import type { PlatformOptions } from '../support/use-platform.js';
import { QUIET } from '../support/workers.js';

export const CREDITS = 1_000;
export const PRICE = 2;

/** An accepted generation without a workflow. Only the activities that a test calls change it. */
export interface Accepted {
  readonly id: string;
  readonly accountId: string;
}

/** The activities on real PostgreSQL and S3, run like Temporal runs them. */
export class ActivityBench extends ApiSuite {
  readonly provider = fakeProvider();

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

  /** Runs an activity in its own context, with a timeout that is never reached here. */
  run<R>(activity: () => Promise<R>): Promise<R> {
    const time = { startToCloseTimeoutMs: 300_000 };
    return new MockActivityEnvironment(time, { logger: QUIET }).run(activity);
  }

  /**
   * Runs the first step of the pipeline, which claims the generation.
   * @returns null when the generation was no longer wanted
   */
  generate(id: string) {
    const [route] = LOCAL_SOURCES;
    if (!route) throw new Error('the renderer has no route');
    const input = { generationId: id, route, attempt: 1 };
    return this.run(() => this.media().generateImage(input));
  }

  override customer(options: AccountOptions = {}): Promise<Customer> {
    const raised = { concurrent_jobs: 1_000, requests_per_minute: 10_000 };
    return super.customer({ credits: CREDITS, raised, ...options });
  }

  async accept({ client, accountId }: Customer): Promise<Accepted> {
    const { status, text, body } = await client.image({ prompt: 'a fox', aspect_ratio: '1:1' });
    expect(status, text).to.equal(202);
    return { id: body.id, accountId };
  }

  /** Reads the current row. */
  row({ id }: Accepted): Promise<Generation> {
    return this.deps.db.manager.findOneByOrFail(Generation, { id });
  }

  claimOf({ accountId }: Accepted) {
    return { accountId, key: randomUUID(), fingerprint: 'cancel' };
  }

  /** Reads every row that a step of this generation may change. */
  async everything({ id, accountId }: Accepted): Promise<unknown> {
    const rows = (sql: string, value: string): Promise<unknown> => this.deps.db.query(sql, [value]);
    return {
      generation: await rows('SELECT * FROM generation WHERE id = $1', id),
      steps: await rows(
        'SELECT * FROM generation_step WHERE generation_id = $1 ORDER BY started_at, stage',
        id,
      ),
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

  /** Lists the keys of the stored objects under a prefix. */
  async objects(prefix: string): Promise<string[]> {
    const { s3 } = this.deps.env;
    const keys: string[] = [];
    for await (const item of s3Client(s3).listObjectsV2(s3.bucket, prefix, true)) {
      keys.push((item as { name: string }).name);
    }
    return keys.toSorted();
  }
}

/** Registers the hooks of a describe block. Starts no workflow: a test calls the activities. */
export function activityBench(options: Pick<PlatformOptions, 'env' | 'end'> = {}): ActivityBench {
  const change = (deps: Deps) => ({ ...deps, startWorkflow: async () => undefined });
  return registerSuite(new ActivityBench(), { change, ...options });
}

/** Accepts a new generation for each test of the describe block. */
export function acceptedOfEachTest(bench: ActivityBench): Accepted {
  const accepted = {} as { -readonly [K in keyof Accepted]: Accepted[K] };
  beforeEach('a generation is accepted', async () => {
    Object.assign(accepted, await bench.accept(await bench.customer()));
  });
  return accepted;
}
