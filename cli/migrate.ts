import { loadEnv } from '../runtime/env.js';
import { applyMigrations, takeMigrationLock } from '../entities/apply-migrations.js';
import { createDataSource, MIGRATION_TIMEOUTS } from '../entities/data-source.js';

/** Migrates a database to the newest schema; safe to run from several processes concurrently. */
export async function migrate(url: string): Promise<string[]> {
  const db = createDataSource(url, 2, MIGRATION_TIMEOUTS);
  await db.initialize();
  const lock = db.createQueryRunner();
  try {
    await takeMigrationLock(lock);
    return await applyMigrations(db);
  } finally {
    await lock.release();
    await db.destroy();
  }
}

if (import.meta.main) {
  const names = await migrate(loadEnv().databaseUrl);
  console.log(names.length > 0 ? `applied ${names.join(', ')}` : 'the schema is up to date');
}
