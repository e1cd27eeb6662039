import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { queryOne, queryRows } from './rows.js';

/**
 * The advisory lock that allows only one process at a time to migrate. The number has no meaning.
 */
const MIGRATION_LOCK = 7_233_001;

/** SQLSTATE for a statement that waited too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Interval in milliseconds of a waiting process's attempts to take the lock, between transactions.
 */
const LOCK_EVERY_MS = 250;

/**
 * Pause in milliseconds, for waiting requests, before a migration that could not lock its table
 * tries again.
 */
const RETRY_MS = 1_000;
/**
 * Maximum attempts. If all fail, something else holds the lock, such as a backup or an operator's
 * transaction.
 */
const RETRIES_MAX = 120;

/**
 * Waits until no other process is migrating. Polls between statements, because a statement that
 * waits in PostgreSQL keeps a snapshot, and an index build would wait for that snapshot.
 */
export async function takeMigrationLock(lock: QueryRunner): Promise<void> {
  for (;;) {
    const row = await queryOne<{ taken: boolean }>(
      lock,
      'SELECT pg_try_advisory_lock($1) AS taken',
      [MIGRATION_LOCK],
    );
    if (row?.taken) return;
    await pause(LOCK_EVERY_MS);
  }
}

/**
 * Applies the missing migrations. A migration that waits too long for a table lock is rolled back
 * and retried, because every request that uses the table queues behind it.
 * @returns the names of the applied migrations
 */
export async function applyMigrations(db: DataSource): Promise<string[]> {
  const before = await findAppliedMigrations(db);
  for (let tries = 0; ; tries += 1) {
    try {
      await db.runMigrations();
      return (await findAppliedMigrations(db)).filter((name) => !before.includes(name));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== LOCK_NOT_AVAILABLE || tries === RETRIES_MAX) throw error;
      await pause(RETRY_MS);
    }
  }
}

async function findAppliedMigrations(db: DataSource): Promise<string[]> {
  const table = await queryOne<{ found: boolean }>(
    db,
    "SELECT to_regclass('migrations') IS NOT NULL AS found",
  );
  if (!table?.found) return [];
  const rows = await queryRows<{ name: string }>(db, 'SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}
