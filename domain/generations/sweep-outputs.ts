import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { OBJECT_KINDS } from '../catalogue/object-keys.js';
import { keepPlace, readPlace } from '../durable/sweep-place.js';
import { rowsOf } from '../../entities/rows.js';

export interface SweepOutputsDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
}

/** Objects of one list call, and calls of one sweep: outputs are kept for ever, so they may be many. */
const PAGE_LENGTH = 500;
const PAGES_MAX = 4;
/** Whatever is younger may belong to a deletion that is under way. */
const STRAY_AFTER_MS = 3_600_000;

/** Of the given keys, those whose generation is still there. */
const WANTED = `
SELECT k.key FROM unnest($1::text[]) AS k (key)
JOIN generation g ON g.id = split_part(k.key, '/', 2)`;

/**
 * Removes outputs whose generation was deleted: those of a worker that was late, and those of a
 * deletion that was killed. Looks at a bounded number of objects. The next call goes on there, and
 * begins anew at the end.
 * @returns objects removed
 */
export async function sweepOutputs(
  { db, store }: SweepOutputsDeps,
  { strayAfterMs = STRAY_AFTER_MS, pageLength = PAGE_LENGTH } = {},
): Promise<number> {
  const { prefix } = OBJECT_KINDS.output;
  let after = await readPlace(db, prefix);
  let removed = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await store.list(prefix, after, pageLength);
    const old = found.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() > strayAfterMs);
    const keys = old.map(({ key }) => key);
    const rows = await rowsOf<{ key: string }>(db, WANTED, [keys]);
    const wanted = new Set(rows.map(({ key }) => key));
    const strays = keys.filter((key) => !wanted.has(key));
    await store.remove(strays);
    removed += strays.length;
    after = found.length < pageLength ? '' : (found.at(-1)?.key ?? '');
    await keepPlace(db, prefix, after);
    if (after === '') break;
  }
  return removed;
}
