import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { OBJECT_KINDS } from '../catalogue/object-kinds.js';
import { saveSweepCursor, readSweepCursor } from '../durable/sweep-place.js';
import { queryRows } from '../../entities/rows.js';

export interface SweepOutputsDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
}

/**
 * Objects per list request, and requests per sweep. Outputs are kept forever, so there may be many.
 */
const PAGE_LENGTH = 500;
const PAGES_MAX = 4;
/** Younger objects may belong to a deletion that is in progress. */
const STRAY_AFTER_MS = 3_600_000;

/** Selects the given keys whose generation still exists. */
const WANTED = `
SELECT k.key FROM unnest($1::text[]) AS k (key)
JOIN generation g ON g.id = split_part(k.key, '/', 2)`;

/**
 * Removes outputs of deleted generations, left by a slow worker or an interrupted deletion. Checks
 * a limited number of objects. The next call continues after them, and starts over at the end.
 * @returns the number of removed objects
 */
export async function sweepOutputs(
  { db, store }: SweepOutputsDeps,
  { strayAfterMs = STRAY_AFTER_MS, pageLength = PAGE_LENGTH } = {},
): Promise<number> {
  const { prefix } = OBJECT_KINDS.output;
  let after = await readSweepCursor(db, prefix);
  let removed = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await store.list(prefix, after, pageLength);
    const old = found.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() > strayAfterMs);
    const keys = old.map(({ key }) => key);
    const rows = await queryRows<{ key: string }>(db, WANTED, [keys]);
    const wanted = new Set(rows.map(({ key }) => key));
    const strays = keys.filter((key) => !wanted.has(key));
    await store.remove(strays);
    removed += strays.length;
    after = found.length < pageLength ? '' : (found.at(-1)?.key ?? '');
    await saveSweepCursor(db, prefix, after);
    if (after === '') break;
  }
  return removed;
}
