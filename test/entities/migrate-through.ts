import { readFileSync } from 'node:fs';
import { applyMigrations } from '../../entities/apply-migrations.js';
import { createDataSource, MIGRATION_TIMEOUTS } from '../../entities/data-source.js';

const ALL = createDataSource('postgres://unused', 1).options.migrations as (new () => object)[];

/** Names of all migrations, in their order. */
export const MIGRATION_NAMES: readonly string[] = ALL.map(({ name }) => name);

/** The last migration of the previous release. */
export const RELEASED = 'AnswersByPlace1763700000028';

/** Replaces the functions of a database at `RELEASED` with the functions of that release. */
export const RELEASED_FUNCTIONS = readFileSync(
  new URL('released-functions.sql', import.meta.url),
  'utf8',
);

/**
 * Applies the migrations up to the named one, like `npm run migrate`.
 * @returns the names of the migrations that were applied now
 */
export async function migrateThrough(url: string, last: string): Promise<string[]> {
  const index = MIGRATION_NAMES.indexOf(last);
  if (index === -1) throw new Error(`there is no migration ${last}`);
  const db = createDataSource(url, 2, MIGRATION_TIMEOUTS);
  db.setOptions({ migrations: ALL.slice(0, index + 1) });
  await db.initialize();
  try {
    return await applyMigrations(db);
  } finally {
    await db.destroy();
  }
}
