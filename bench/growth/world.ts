import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { migrate } from '../../cli/migrate.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { buildAccount, type TestAccount } from '../../test/support/accounts.js';
import { signedIn } from '../../test/support/person.js';
import { startServer } from '../start-server.js';
import { testEnv } from '../../test/support/platform.js';
import { fill } from './fill.js';

/** A separate database with a given number of rows, and an API process that uses it. */
export interface World {
  readonly rows: number;
  readonly accounts: number;
  readonly url: string;
  /** The measured account, which has a share of the rows. */
  readonly owner: TestAccount;
  /** Returns the id of the owner's n-th generation, without its prefix. */
  readonly hexOf: (n: number) => string;
  /** Number of generations that the owner has. */
  readonly owned: number;
  /** An operator's session cookie. */
  readonly cookie: string;
  readonly fillSeconds: number;
  /** Checks the ledger and removes the database. @throws {Error} if the ledger is inconsistent */
  end(): Promise<void>;
}

/** Credits of the owner: more than this bench spends. */
const PLENTY = 100_000_000;

/** Creates a database with rows, and its API process. @param accounts number of accounts that share the rows */
export async function makeWorld(rows: number, accounts: number): Promise<World> {
  const server = testEnv()['DATABASE_URL'] ?? '';
  const name = `growth-${rows}-${accounts}`;
  await inDatabase(server, (db) => db.query(`CREATE DATABASE "${name}"`));
  const databaseUrl = new URL(`/${name}`, server).href;
  await migrate(databaseUrl);
  const db = await createDataSource(databaseUrl, 2, NO_TIMEOUTS).initialize();
  const raised = { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 };
  const owner = await buildAccount(db, { credits: PLENTY, raised });
  const began = performance.now();
  await fill(db, { rows, accounts, first: owner });
  await db.query('VACUUM ANALYZE');
  const fillSeconds = (performance.now() - began) / 1_000;
  const { child, url } = await startServer('api', {
    DATABASE_URL: databaseUrl,
    // The API starts no workflow itself, and the relay does not run in this bench.
    WITHOUT_TEMPORAL: '1',
  });
  const operator = await signedIn(db, url, { accountId: owner.accountId, operator: true });
  return {
    rows,
    accounts,
    url,
    owner,
    owned: Math.floor(rows / accounts),
    hexOf: (n) => createHash('md5').update(`${owner.accountId}${n}`).digest('hex'),
    cookie: operator.cookie,
    fillSeconds,
    async end() {
      child.kill();
      await once(child, 'exit');
      const violations = await checkInvariants(db.manager);
      await db.destroy();
      await inDatabase(server, (one) => one.query(`DROP DATABASE "${name}" WITH (FORCE)`));
      if (violations.length > 0) throw new Error(`the doctor: ${JSON.stringify(violations)}`);
    },
  };
}

async function inDatabase(
  url: string,
  work: (db: { query(sql: string): Promise<unknown> }) => Promise<unknown>,
): Promise<void> {
  const db = await createDataSource(url, 1, NO_TIMEOUTS).initialize();
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
