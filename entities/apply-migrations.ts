import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { oneOf, rowsOf } from './rows.js';

/** The lock with which only one process migrates at a time. The number has no meaning. */
const MIGRATION_LOCK = 7_233_001;

/** SQLSTATE of a statement that waited too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03';

/** How often the lock is tried: the next process waits without an open transaction. */
const LOCK_EVERY_MS = 250;

/** A migration that gets no table lock leaves requests this long to go on, then tries again. */
const RETRY_MS = 1_000;
/** Something else holds a table for longer, such as a backup or an operator's transaction. */
const RETRIES_MAX = 120;

/**
 * Waits until no other process migrates. It waits between statements: one that waits inside of
 * PostgreSQL keeps a snapshot, and the build of an index would wait for that.
 */
export async function takeMigrationLock(lock: QueryRunner): Promise<void> {
  for (;;) {
    const row = await oneOf<{ taken: boolean }>(lock, 'SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ]);
    if (row?.taken) return;
    await pause(LOCK_EVERY_MS);
  }
}

/**
 * Applies what is missing. A migration that waits too long for the lock of a table is rolled back and
 * tried again, since every request queues behind it meanwhile.
 * @returns the names of the migrations applied
 */
export async function applyMigrations(db: DataSource): Promise<string[]> {
  const before = await appliedTo(db);
  for (let tries = 0; ; tries += 1) {
    try {
      await db.runMigrations();
      return (await appliedTo(db)).filter((name) => !before.includes(name));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== LOCK_NOT_AVAILABLE || tries === RETRIES_MAX) throw error;
      await pause(RETRY_MS);
    }
  }
}

async function appliedTo(db: DataSource): Promise<string[]> {
  const table = await oneOf<{ found: boolean }>(
    db,
    "SELECT to_regclass('migrations') IS NOT NULL AS found",
  );
  if (!table?.found) return [];
  const rows = await rowsOf<{ name: string }>(db, 'SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}
