import type { DataSource, EntityManager } from 'typeorm';
import { queryOne, queryRows } from '../../entities/rows.js';

/*
 * Restores are recognized by the database's epoch (entities/event-epoch.ts). After a restore, a
 * failover or a move, the database may be older than Temporal and the platforms, so its rows no
 * longer prove what was sent. Work that was due before the current epoch is checked, and never sent
 * again.
 */

/** The first epoch that can follow a restore: a new database has epochs 0 and 1. */
const FIRST_RESTORED = 2;

/**
 * Finds when the current epoch began; null if the database was never restored. Begins an epoch if
 * this cluster has no epoch yet.
 */
export async function findRestoreTime(tx: EntityManager): Promise<Date | null> {
  // Two statements, because the function may insert the row that is read next.
  const [epoch] = await queryRows<{ n: number }>(tx, 'SELECT current_event_epoch() AS n');
  if (!epoch || epoch.n < FIRST_RESTORED) return null;
  const row = await queryOne<{ at: Date }>(
    tx,
    'SELECT created_at AS at FROM event_epoch WHERE n = $1',
    [epoch.n],
  );
  return row?.at ?? null;
}

/**
 * Checks whether the database was restored after a moment. If so, Temporal may know more than the
 * rows do.
 */
export async function hasRestoreSince(tx: EntityManager, moment: Date): Promise<boolean> {
  const restored = await findRestoreTime(tx);
  return restored !== null && moment < restored;
}

/**
 * Begins an epoch after a restore that PostgreSQL cannot recognize: a disk snapshot or a file copy
 * keeps the cluster's identifier and timeline.
 * @returns when the epoch began
 */
export async function beginEpoch(db: DataSource): Promise<Date> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT current_event_epoch()');
    const row = await queryOne<{ at: Date }>(
      tx,
      `INSERT INTO event_epoch (n, cluster)
       SELECT greatest(max(n) + 1, ${FIRST_RESTORED}), this_cluster() FROM event_epoch
       RETURNING created_at AS at`,
    );
    if (!row) throw new Error('no epoch was written');
    return row.at;
  });
}
