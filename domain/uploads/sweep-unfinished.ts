import type { DataSource } from 'typeorm';
import type { ListedObject, ObjectStore } from '../ports/object-store.js';
import { MEDIA_BYTES_MAX, MEDIA_TYPES } from '../catalogue/media-types.js';
import { findContentType, parseKey } from '../catalogue/object-keys.js';
import { queryRows } from '../../entities/rows.js';

/** Uploads per statement and store call, and batches per sweep. */
const BATCH = 500;
const BATCHES_MAX = 20;

/**
 * Retention of a staged file after its window. The upload's run checks the file a minute after the
 * window; the remaining time is a reserve in case a worker or the store was down.
 */
const KEPT_AFTER_WINDOW = "interval '1 hour'";

const LEFT_OVER = `
SELECT id, staging_key AS key FROM upload
WHERE status = 'pending' AND staging_key IS NOT NULL
  AND upload_expires_at < now() - ${KEPT_AFTER_WINDOW}
ORDER BY upload_expires_at LIMIT ${BATCH}`;

const FORGET = `UPDATE upload SET staging_key = NULL WHERE id = ANY($1) AND status = 'pending'`;

/**
 * Removes staged files of uploads whose window closed an hour ago without a usable file. Files are
 * removed before their rows are updated, so the next sweep finishes an interrupted one.
 */
export async function sweepLeftOver(db: DataSource, store: ObjectStore): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const rows = await queryRows<{ id: string; key: string }>(db, LEFT_OVER);
    await store.remove(rows.map(({ key }) => key));
    await db.query(FORGET, [rows.map(({ id }) => id)]);
    if (rows.length < BATCH) return;
  }
}

/**
 * Removes staged files that exceed their kind's limit, at any age: a signed URL accepts any number
 * of bytes if no size was declared.
 * @returns the number of removed files
 */
export async function removeOversized(
  store: ObjectStore,
  listed: readonly ListedObject[],
): Promise<number> {
  let removed = 0;
  for (const { key, size } of listed) {
    if (size <= getMaxBytes(key)) continue;
    // A smaller file may have been PUT since the listing.
    const now = await store.stat(key);
    if (!now || now.size <= getMaxBytes(key)) continue;
    await store.remove([key]);
    removed += 1;
  }
  return removed;
}

/** Returns a staged file's size limit in bytes; objects of other kinds have no limit. */
function getMaxBytes(key: string): number {
  const parts = parseKey(key);
  const type = parts?.kind === 'staged' ? findContentType(parts) : null;
  return type ? MEDIA_BYTES_MAX[MEDIA_TYPES[type].kind] : Infinity;
}
