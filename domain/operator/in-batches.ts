import type { DataSource } from 'typeorm';
import { rowsOf } from '../../entities/rows.js';

/** Rows of one transaction; one call of the store takes the objects of as many. */
export const BATCH = 200;

/** A row to remove, and the objects that it names. */
export interface Row {
  readonly id: string;
  readonly keys?: readonly string[];
}

/** Works on batch after batch until none is left; the work must take its rows out of the query. */
export async function inBatches(
  db: DataSource,
  next: string,
  accountId: string,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await rowsOf<Row>(db, next, [accountId, BATCH]);
    if (rows.length === 0) return;
    await work(rows);
  }
}
