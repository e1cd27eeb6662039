import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { migrate } from '../../cli/migrate.js';
import { testDatabaseUrl } from '../support/test-database.js';

export interface FreshDatabase {
  readonly url: string;
  readonly db: DataSource;
}

/**
 * Creates a separate database for one describe block, so that no other test sees its changes, and drops it after the
 * last test of the block.
 * @returns an object that is filled in before the first test
 */
export function freshDatabase(options: { migrated?: boolean; poolSize?: number } = {}) {
  const { migrated = true, poolSize = 4 } = options;
  const name = `fresh_${randomBytes(6).toString('hex')}`;
  const fresh = {} as { -readonly [K in keyof FreshDatabase]: FreshDatabase[K] };

  before(async () => {
    await onServer(`CREATE DATABASE ${name}`);
    fresh.url = new URL(name, testDatabaseUrl()).href;
    if (migrated) await migrate(fresh.url);
    fresh.db = createDataSource(fresh.url, poolSize);
    await fresh.db.initialize();
  });

  after(async () => {
    if (fresh.db?.isInitialized) await fresh.db.destroy();
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return fresh as FreshDatabase;
}

async function onServer(statement: string): Promise<void> {
  const server = createDataSource(testDatabaseUrl(), 1, NO_TIMEOUTS);
  await server.initialize();
  try {
    await server.query(statement);
  } finally {
    await server.destroy();
  }
}
