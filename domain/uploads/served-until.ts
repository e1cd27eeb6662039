import type { EntityManager } from 'typeorm';
import { parseServed } from '../catalogue/object-keys.js';
import { queryOne } from '../../entities/rows.js';

/**
 * Finds when an object stops being served, in Unix milliseconds: an upload's file when the upload
 * expires, even if the sweep has not removed it; any other file is served while it exists.
 * @returns null for a file that is no longer referenced by an upload
 */
export async function findServedUntil(db: EntityManager, key: string): Promise<number | null> {
  const parts = parseServed(key);
  if (parts?.kind !== 'upload') return Infinity;
  const row = await queryOne<{ until: number }>(
    db,
    `SELECT floor(extract(epoch FROM expires_at) * 1000)::float8 AS until FROM upload
     WHERE id = $1 AND object_key = $2 AND status = 'ready'`,
    [parts.id, key],
  );
  return row?.until ?? null;
}
