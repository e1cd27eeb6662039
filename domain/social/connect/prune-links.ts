import type { DataSource } from 'typeorm';
import { executeAndCount } from '../../../entities/rows.js';
import { removeInBatches } from '../../durable/remove-in-batches.js';

/** Maximum batches per call; the next call continues. */
const BATCHES_MAX = 100;

/**
 * Links are kept for one day after they expire, so that a page can explain what happened to them.
 */
const PRUNE = `
DELETE FROM social_connect_link WHERE token_hash IN (
  SELECT token_hash FROM social_connect_link
  WHERE expires_at < now() - interval '1 day' LIMIT 1000)`;

/**
 * Removes expired links.
 * @returns the number of removed rows
 */
export function pruneLinks(db: DataSource, signal?: AbortSignal): Promise<number> {
  return removeInBatches(() => executeAndCount(db, PRUNE), BATCHES_MAX, signal);
}
