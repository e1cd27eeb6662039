import type { DataSource } from 'typeorm';
import { oneOf } from '../../entities/rows.js';

/** Where a sweep over many things goes on that looks at a bounded number of them in each call. */

/** @returns the last thing that was looked at; empty to begin anew */
export async function readPlace(db: DataSource, sweep: string): Promise<string> {
  const row = await oneOf<{ last_key: string }>(
    db,
    'SELECT last_key FROM sweep_place WHERE prefix = $1',
    [sweep],
  );
  return row?.last_key ?? '';
}

/** Keeps the place; one that stays the same is not written. */
export async function keepPlace(db: DataSource, sweep: string, last: string): Promise<void> {
  await db.query(
    `INSERT INTO sweep_place (prefix, last_key) VALUES ($1, $2)
     ON CONFLICT (prefix) DO UPDATE SET last_key = excluded.last_key
     WHERE sweep_place.last_key <> excluded.last_key`,
    [sweep, last],
  );
}
