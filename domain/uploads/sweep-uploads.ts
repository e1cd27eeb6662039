import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { KIND_NAMES, OBJECT_KINDS, type ObjectKind } from '../catalogue/object-kinds.js';
import { forgetAttempts } from './import-attempts.js';
import { removeOversized, sweepLeftOver } from './sweep-unfinished.js';
import { queryRows } from '../../entities/rows.js';

/** Selects the given keys that are inputs of a generation that has not finished, in any account. */
export const INPUTS_IN_USE = `
  SELECT k.key FROM unnest($1::text[]) AS k (key) WHERE EXISTS (
    SELECT 1 FROM generation g WHERE g.status IN ('queued', 'processing')
      AND g.inputs @> jsonb_build_array(jsonb_build_object('key', k.key)))`;

export interface SweepDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
}

/** Maximum rows and objects per sweep. */
const BATCH = 500;
/** Extra time, because a generation may have started to use an upload just before it expired. */
const GRACE = "interval '1 hour'";
/** Younger objects may belong to a step in progress. */
const STRAY_AFTER_MS = 3_600_000;

/**
 * Removes expired uploads with their objects, expired boxes, staged files that are left over or too
 * large, then unreferenced objects: staged files of uploads that are no longer pending, copies from
 * an interrupted check, photos of deleted characters and products, raw assets of ended generations,
 * files of posts that were settled two days ago or no longer exist. Objects are removed before
 * their rows, so the next sweep finishes an interrupted one.
 * @param strayAfterMs minimum age of an object without an owner that is removed
 */
export async function sweepUploads(
  deps: SweepDeps,
  strayAfterMs = STRAY_AFTER_MS,
): Promise<{ uploads: number; objects: number }> {
  const expired = await queryRows<{ id: string; keys: string[] }>(
    deps.db,
    `SELECT id, array_remove(ARRAY[staging_key, object_key], NULL) AS keys FROM upload
     WHERE expires_at < now() - ${GRACE} ORDER BY expires_at LIMIT $1`,
    [BATCH],
  );
  await deps.store.remove(expired.flatMap(({ keys }) => keys));
  await deps.db.query('DELETE FROM upload WHERE id = ANY($1)', [expired.map(({ id }) => id)]);
  await sweepLeftOver(deps.db, deps.store);
  await forgetAttempts(deps.db);
  await sweepBoxes(deps.db);
  await deps.db.query(FORGET_FETCHES);
  let objects = 0;
  for (const kind of KIND_NAMES) {
    const wanted = WANTED[kind];
    if (wanted === null) continue;
    objects += await sweepPrefix(deps, strayAfterMs, OBJECT_KINDS[kind].prefix, wanted);
  }
  return { uploads: expired.length, objects };
}

/**
 * The second part of a key is the id of the row that owns the object:
 * domain/catalogue/object-kinds.ts.
 */
const ID_OF_KEY = "split_part(k.key, '/', 2)";

/**
 * Builds a query for photos that a character or product references, and for photos of deleted
 * characters and products that a running generation still uses.
 */
function buildPhotosQuery(table: 'character' | 'product'): string {
  return `SELECT k.key FROM unnest($1::text[]) AS k (key)
      JOIN ${table} s ON s.id = ${ID_OF_KEY} AND s.photos ? k.key
    UNION ${INPUTS_IN_USE}`;
}

/** Platforms may fetch a rendition for some time after the post is published. */
const POST_NEEDS_FILES = `(p.settled_at IS NULL OR p.settled_at > now() - interval '2 days')`;

/** Selects all of a post's files: the renditions of an earlier attempt may still be fetched. */
const OF_POST = `SELECT k.key FROM unnest($1::text[]) AS k (key)
  JOIN social_post p ON p.id = ${ID_OF_KEY} WHERE ${POST_NEEDS_FILES}`;

/** Deletes fetch records of posts whose files are no longer needed. */
const FORGET_FETCHES = `DELETE FROM media_fetch f WHERE NOT EXISTS
  (SELECT 1 FROM social_post p WHERE p.id = f.post_id AND ${POST_NEEDS_FILES})`;

/**
 * For each kind of object, the query that selects which of the given keys are still needed. A swept
 * kind does not share its prefix with another kind. Null if the kind is not swept.
 */
const WANTED: Readonly<Record<ObjectKind, string | null>> = {
  staged: `SELECT staging_key AS key FROM upload WHERE staging_key = ANY($1) AND status = 'pending'`,
  upload: 'SELECT object_key AS key FROM upload WHERE object_key = ANY($1)',
  character: buildPhotosQuery('character'),
  product: buildPhotosQuery('product'),
  recording: `SELECT k.key FROM unnest($1::text[]) AS k (key)
      JOIN voice v ON v.id = ${ID_OF_KEY} AND v.recording = k.key
    UNION ${INPUTS_IN_USE}`,
  asset: `SELECT k.key FROM unnest($1::text[]) AS k (key)
    JOIN generation g ON g.id = ${ID_OF_KEY} WHERE g.status IN ('queued', 'processing')`,
  post: OF_POST,
  rendition: OF_POST,
  // Thumbnails and outputs are kept forever, so there may be many:
  // domain/generations/sweep-outputs.ts.
  thumbnail: null,
  output: null,
};

async function sweepPrefix(
  deps: SweepDeps,
  strayAfterMs: number,
  prefix: string,
  named: string,
): Promise<number> {
  let after = '';
  let removed = 0;
  for (;;) {
    const page = await deps.store.list(prefix, after, BATCH);
    removed += await removeOversized(deps.store, page);
    const old = page.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() > strayAfterMs);
    const keys = old.map(({ key }) => key);
    const rows = await queryRows<{ key: string }>(deps.db, named, [keys]);
    const wanted = new Set(rows.map(({ key }) => key));
    const strays = keys.filter((key) => !wanted.has(key));
    await deps.store.remove(strays);
    removed += strays.length;
    const last = page.at(-1);
    if (!last || page.length < BATCH) return removed;
    after = last.key;
  }
}

/** Maximum boxes that one sweep removes. */
const BOXES_MAX = 1_000;

/** Removes expired boxes. Their files stay until they expire themselves. */
async function sweepBoxes(db: DataSource): Promise<void> {
  await db.query(
    `DELETE FROM upload_box WHERE id IN (
       SELECT id FROM upload_box WHERE expires_at <= now()
       ORDER BY expires_at LIMIT ${BOXES_MAX} FOR UPDATE SKIP LOCKED)`,
  );
}
