import type { DataSource } from 'typeorm';
import { affected } from '../../../entities/rows.js';
import { removeInBatches } from '../../durable/remove-in-batches.js';

/** Batches in one call; the next call goes on. */
const BATCHES_MAX = 100;

/** A day longer than they work, so that a page can say what has become of them. */
const PRUNE = `
DELETE FROM social_connect_link WHERE token_hash IN (
  SELECT token_hash FROM social_connect_link
  WHERE expires_at < now() - interval '1 day' LIMIT 1000)`;

/** Removes links that have expired. @returns rows removed */
export function pruneLinks(db: DataSource, signal?: AbortSignal): Promise<number> {
  return removeInBatches(() => affected(db, PRUNE), BATCHES_MAX, signal);
}
