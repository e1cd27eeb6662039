import type { DataSource, EntityManager } from 'typeorm';
import { executeAndCount, queryRows } from '../../entities/rows.js';
import { removeInBatches } from '../durable/remove-in-batches.js';

/** Limits one call to half a million rows; the next call continues. */
const BATCHES_MAX = 500;

const EXPIRED = `
DELETE FROM oauth_record WHERE (model, id_hash) IN (
  SELECT model, id_hash FROM oauth_record WHERE expires_at < now() LIMIT 1000)`;

/** Removes expired records: clients without grants, requests, codes, tokens and grants. */
export async function pruneAgents(db: DataSource, signal?: AbortSignal): Promise<number> {
  const removeExpiredGrants = () => db.transaction((tx) => endExpired(tx));
  const removeExpiredRecords = () => executeAndCount(db, EXPIRED);
  return (
    (await removeInBatches(removeExpiredGrants, BATCHES_MAX, signal)) +
    (await removeInBatches(removeExpiredRecords, BATCHES_MAX, signal))
  );
}

const TAKE = `
SELECT id, key_id AS "keyId" FROM agent_grant WHERE expires_at < now() ORDER BY id LIMIT 200`;

/** Ends expired grants. Not written to the audit log, because no person did it. */
async function endExpired(tx: EntityManager): Promise<number> {
  const rows = await queryRows<{ id: string; keyId: string }>(tx, TAKE);
  if (rows.length === 0) return 0;
  await tx.query(
    'UPDATE api_key SET revoked_at = now() WHERE id = ANY($1) AND revoked_at IS NULL',
    [rows.map(({ keyId }) => keyId)],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query('DELETE FROM oauth_record WHERE grant_id = ANY($1)', [ids]);
  return executeAndCount(tx, 'DELETE FROM agent_grant WHERE id = ANY($1)', [ids]);
}
