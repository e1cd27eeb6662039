import { loadEnv } from '../runtime/env.js';
import { createDataSource, NO_TIMEOUTS } from '../entities/data-source.js';

/** The lock with which only one process migrates at a time. The number has no meaning. */
const MIGRATION_LOCK = 7_233_001;

/** Brings a database to the newest schema; safe to run from several processes at once. */
export async function migrate(url: string): Promise<string[]> {
  const db = createDataSource(url, 2, NO_TIMEOUTS);
  await db.initialize();
  const lock = db.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await db.runMigrations();
    return done.map((migration) => migration.name);
  } finally {
    await lock.release();
    await db.destroy();
  }
}

if (import.meta.main) {
  const names = await migrate(loadEnv().databaseUrl);
  console.log(names.length > 0 ? `applied ${names.join(', ')}` : 'the schema is up to date');
}
