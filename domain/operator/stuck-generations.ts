import type { DataSource, EntityManager } from 'typeorm';
import { oneOf, rowsOf } from '../../entities/rows.js';

/** Rows that one count looks at, the oldest first; with more, the figure says enough. */
const LOOKED_AT_MAX = 10_000;

/** Open for longer than $1 seconds, and for as long nobody has seen its run alive. */
const UNSEEN = `(run_seen_at IS NULL OR run_seen_at < now() - $1 * interval '1 s')`;
const OPEN_FOR_LONG = `status IN ('queued', 'processing')
  AND created_at < now() - $1 * interval '1 s'`;

/** Counts generations that are open for so long without a sign of their run. */
export async function countStuck(db: DataSource, afterSeconds: number): Promise<number> {
  const row = await oneOf<{ stuck: number }>(
    db,
    `SELECT count(*)::int AS stuck FROM (
       SELECT run_seen_at FROM generation WHERE ${OPEN_FOR_LONG}
       ORDER BY created_at, id LIMIT ${LOOKED_AT_MAX}) AS oldest
     WHERE ${UNSEEN}`,
    [afterSeconds],
  );
  return row?.stuck ?? 0;
}

/** The same as rows for an operator, the oldest first. */
export function listStuck(tx: EntityManager, afterSeconds: number, limit: number) {
  return rowsOf<object>(
    tx,
    `SELECT id, account_id, status, created_at, run_seen_at FROM generation
     WHERE ${OPEN_FOR_LONG} AND ${UNSEEN} ORDER BY created_at, id LIMIT $2`,
    [afterSeconds, limit],
  );
}
