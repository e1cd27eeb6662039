import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';

/** Rows per transaction; one call to the store removes the objects of a whole batch. */
export const BATCH = 200;

/** A row to remove, with its objects' keys. */
export interface RemovableRow {
  readonly id: string;
  readonly keys?: readonly string[];
}

/**
 * Processes batches until no rows are left. The work must remove its rows from the query's result.
 */
export async function processInBatches(
  db: DataSource,
  next: string,
  accountId: string,
  work: (rows: readonly RemovableRow[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await queryRows<RemovableRow>(db, next, [accountId, BATCH]);
    if (rows.length === 0) return;
    await work(rows);
  }
}
