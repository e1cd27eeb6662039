import type { QueryRunner } from 'typeorm';

/*
 * Migration steps that run while the service is in use. A migration that uses them sets
 * `transaction = false`, because PostgreSQL builds indexes concurrently only outside transactions.
 * Each step must be repeatable, because an interrupted migration starts over.
 */

/** Checks whether a table or an index exists. */
export async function hasRelation(runner: QueryRunner, name: string): Promise<boolean> {
  const [row] = await runner.query('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return row.found;
}

/**
 * Builds an index without blocking writers.
 * @param on the part of CREATE INDEX after ON: table, columns and condition
 */
export async function createIndex(
  runner: QueryRunner,
  name: string,
  on: string,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  await withoutLockTimeout(runner, async () => {
    // An interrupted build leaves an invalid index, which no query uses.
    const invalid = await runner.query(
      'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [name],
    );
    if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
  });
}

/** Drops an index without blocking writers. */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  await withoutLockTimeout(runner, () => runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`));
}

/** Replaces an index definition. Queries use the old index until the new one is built. */
export async function replaceIndex(runner: QueryRunner, name: string, on: string): Promise<void> {
  const next = `${name}_next`;
  await createIndex(runner, next, on);
  // One implicit transaction, so both statements are executed or none.
  await runner.query(`DROP INDEX ${name}; ALTER INDEX ${next} RENAME TO ${name}`);
}

/**
 * Fills existing rows in batches, each in one statement and transaction.
 * @param batch fills rows after the key $1, and selects the last key that it has read as `last`
 */
export async function fillInBatches(runner: QueryRunner, batch: string): Promise<void> {
  // Makes PostgreSQL find each batch by its keys: joining whole tables would take as long for every
  // batch.
  await runner.query('SET enable_hashjoin = off; SET enable_mergejoin = off');
  for (let after: string | null = ''; after !== null;) {
    const [row]: { last: string | null }[] = await runner.query(batch, [after]);
    after = row?.last ?? null;
  }
  await runner.query('RESET enable_hashjoin; RESET enable_mergejoin');
}

/**
 * Runs a step that waits without blocking others, such as an index build, which waits for every
 * open transaction.
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
