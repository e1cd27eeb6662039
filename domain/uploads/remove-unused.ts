import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { Log } from '../ports/log.js';
import type { ObjectStore } from '../ports/object-store.js';
import { INPUTS_IN_USE } from './sweep-uploads.js';

export interface UnusedDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly log: Log;
}

/**
 * Deletes the files of a deleted object, after the commit. Files that a running generation uses are
 * left for the sweep, and so is everything if the store fails.
 * @param id the deleted object
 */
export async function removeUnused(
  { db, store, log }: UnusedDeps,
  keys: readonly string[],
  id: string,
): Promise<void> {
  try {
    const rows = await queryRows<{ key: string }>(db, INPUTS_IN_USE, [keys]);
    const used = new Set(rows.map(({ key }) => key));
    await store.remove(keys.filter((key) => !used.has(key)));
  } catch (error) {
    log.warn({ err: error, id }, 'could not delete files; the sweep will delete them');
  }
}
