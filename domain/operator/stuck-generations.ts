import type { DataSource, EntityManager } from 'typeorm';
import { RECONCILE_EVERY_MINUTES } from '../catalogue/reconcile-interval.js';
import { oneOf, rowsOf } from '../../entities/rows.js';

/** Rows that one count looks at, the oldest first; with more, the figure says enough. */
const LOOKED_AT_MAX = 10_000;

/** Three rounds of the reconciler: by then one has looked at every row, or none is running. */
const ROUNDS_SECONDS = 3 * 60 * RECONCILE_EVERY_MINUTES;

/** $1 is how old a row must be before a round looks at it. Marks are renewed in half of that time. */
const UNSEEN = `(run_seen_at IS NULL
  OR run_seen_at < now() - ($1 + ${ROUNDS_SECONDS}) * interval '1 s')`;
const OPEN_FOR_LONG = `status IN ('queued', 'processing')
  AND created_at < now() - $1 * interval '1 s'`;

/** Counts generations that are open for longer than that without a sign of their run. */
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

/** The same for an operator, the oldest first: only those that rounds had time to look at. */
export function listStuck(tx: EntityManager, afterSeconds: number, limit: number) {
  return rowsOf<object>(
    tx,
    `SELECT id, account_id, status, created_at, run_seen_at FROM generation
     WHERE ${OPEN_FOR_LONG} AND ${UNSEEN}
       AND created_at < now() - ($1 + ${ROUNDS_SECONDS}) * interval '1 s' ORDER BY created_at, id LIMIT $2`,
    [afterSeconds, limit],
  );
}
