import type { DataSource } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import { removeInBatches } from '../durable/remove-in-batches.js';

const BATCHES_MAX = 100;

/** Also revokes keys that were never claimed, because nobody has them. */
const REMOVE = `
WITH gone AS (
  DELETE FROM device_login WHERE device_hash IN (
    SELECT device_hash FROM device_login WHERE expires_at < now() LIMIT 1000
    FOR UPDATE SKIP LOCKED)
  RETURNING key_id, claimed_at
), ended AS (
  UPDATE api_key SET revoked_at = now() WHERE revoked_at IS NULL
    AND id IN (SELECT key_id FROM gone WHERE claimed_at IS NULL)
)
SELECT count(*)::int AS removed FROM gone`;

/**
 * Removes expired logins with their sealed keys, and revokes keys that were never delivered. Does
 * not write to the audit log, because no person did it.
 * @returns the number of removed logins
 */
export function pruneDeviceLogins(db: DataSource, signal?: AbortSignal): Promise<number> {
  const remove = async () => (await queryOne<{ removed: number }>(db, REMOVE))?.removed ?? 0;
  return removeInBatches(remove, BATCHES_MAX, signal);
}
