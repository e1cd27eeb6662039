import type { DataSource, EntityManager } from 'typeorm';
import { RECONCILE_EVERY_MINUTES } from '../catalogue/queues.js';
import { queryOne, queryRows } from '../../entities/rows.js';

/** Kinds of rows that record when their run was last seen. */
export type WatchedKind = 'generation' | 'social_post';

/** For each kind: the condition for open rows, and when their run should have acted on them. */
const WATCHED: Readonly<Record<WatchedKind, { open: string; since: string }>> = {
  generation: { open: "status IN ('queued', 'processing')", since: 'created_at' },
  social_post: { open: "status = 'scheduled'", since: 'due_at' },
};

/** Maximum rows counted, oldest first; beyond that the exact number does not matter. */
const SCANNED_MAX = 10_000;

/**
 * Three rounds of the reconciler: by then either every row has been checked, or no reconciler is
 * running.
 */
const ROUNDS_SECONDS = 3 * 60 * RECONCILE_EVERY_MINUTES;

/** $1 is the minimum age of a row that rounds check. Marks are renewed within half of that time. */
const UNSEEN = `(run_seen_at IS NULL
  OR run_seen_at < now() - ($1 + ${ROUNDS_SECONDS}) * interval '1 s')`;

const openForLong = ({ open, since }: { open: string; since: string }) =>
  `${open} AND ${since} < now() - $1 * interval '1 s'`;

/** Counts rows that have been open for longer than three rounds although their run was not seen. */
export async function countStuck(
  db: DataSource,
  table: WatchedKind,
  afterSeconds: number,
): Promise<number> {
  const kind = WATCHED[table];
  const row = await queryOne<{ stuck: number }>(
    db,
    `SELECT count(*)::int AS stuck FROM (
       SELECT run_seen_at FROM ${table} WHERE ${openForLong(kind)}
       ORDER BY ${kind.since}, id LIMIT ${SCANNED_MAX}) AS oldest
     WHERE ${UNSEEN}`,
    [afterSeconds],
  );
  return row?.stuck ?? 0;
}

/**
 * Lists rows that have been open for longer than three rounds although their run was not seen,
 * oldest first, for operators.
 */
export function listStuck(
  tx: EntityManager,
  table: WatchedKind,
  afterSeconds: number,
  limit: number,
) {
  const kind = WATCHED[table];
  return queryRows<object>(
    tx,
    `SELECT id, account_id, status, created_at, run_seen_at FROM ${table}
     WHERE ${openForLong(kind)} AND ${UNSEEN}
       AND ${kind.since} < now() - ($1 + ${ROUNDS_SECONDS}) * interval '1 s'
     ORDER BY ${kind.since}, id LIMIT $2`,
    [afterSeconds, limit],
  );
}
