import type { DataSource } from 'typeorm';
import { queryOne } from '../../entities/rows.js';

/**
 * The position of a sweep that checks a limited number of items per call and continues in the next
 * one.
 */

/**
 * Reads the position.
 * @returns the last item checked; empty to start over
 */
export async function readSweepCursor(db: DataSource, sweep: string): Promise<string> {
  const row = await queryOne<{ last_key: string }>(
    db,
    'SELECT last_key FROM sweep_place WHERE prefix = $1',
    [sweep],
  );
  return row?.last_key ?? '';
}

/** Stores the position, if it has changed. */
export async function saveSweepCursor(db: DataSource, sweep: string, last: string): Promise<void> {
  await db.query(
    `INSERT INTO sweep_place (prefix, last_key) VALUES ($1, $2)
     ON CONFLICT (prefix) DO UPDATE SET last_key = excluded.last_key
     WHERE sweep_place.last_key <> excluded.last_key`,
    [sweep, last],
  );
}
