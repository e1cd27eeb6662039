import type { QueryRunner } from 'typeorm';

/*
 * Steps of migrations that run while the platform charges. A migration that uses them sets
 * `transaction = false`, since PostgreSQL builds indexes concurrently outside of transactions only.
 * So each of its steps can be repeated: a migration that was cut off is run again from its start.
 */

/** Whether a table or an index exists. */
export async function hasRelation(runner: QueryRunner, name: string): Promise<boolean> {
  const [row] = await runner.query('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return row.found;
}

/**
 * Builds an index without a lock against writers.
 * @param on table, columns and condition: what follows ON in CREATE INDEX
 */
export async function createIndex(
  runner: QueryRunner,
  name: string,
  on: string,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  await withoutLockTimeout(runner, async () => {
    // A build that was cut off leaves an index behind that no query uses.
    const invalid = await runner.query(
      'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [name],
    );
    if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
  });
}

/** Drops an index without a lock against writers. */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  await withoutLockTimeout(runner, () => runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`));
}

/** Gives an index another definition. Queries have the old one until the new one is built. */
export async function replaceIndex(runner: QueryRunner, name: string, on: string): Promise<void> {
  const next = `${name}_next`;
  await createIndex(runner, next, on);
  // One implicit transaction: both statements or none.
  await runner.query(`DROP INDEX ${name}; ALTER INDEX ${next} RENAME TO ${name}`);
}

/**
 * Runs a step that waits for others and blocks nobody meanwhile, such as the build of an index, which
 * waits for every open transaction.
 */
export async function withoutLockTimeout<T>(
  runner: QueryRunner,
  work: () => Promise<T>,
): Promise<T> {
  const [{ lock_timeout: before }] = await runner.query('SHOW lock_timeout');
  await runner.query('SET lock_timeout = 0');
  try {
    return await work();
  } finally {
    await runner.query(`SET lock_timeout = '${before}'`);
  }
}
