import type { EntityManager } from 'typeorm';
import { parseServed } from '../catalogue/object-keys.js';
import { oneOf } from '../../entities/rows.js';

/**
 * Until when an object is served, in Unix milliseconds: the file of an upload until the upload
 * expires, whatever the sweep has removed by then, and any other for as long as it is there.
 * @returns null for a file that no upload names, or names no longer
 */
export async function findServedUntil(db: EntityManager, key: string): Promise<number | null> {
  const parts = parseServed(key);
  if (parts?.kind !== 'upload') return Infinity;
  const row = await oneOf<{ until: number }>(
    db,
    `SELECT floor(extract(epoch FROM expires_at) * 1000)::float8 AS until FROM upload
     WHERE id = $1 AND object_key = $2 AND status = 'ready'`,
    [parts.id, key],
  );
  return row?.until ?? null;
}
