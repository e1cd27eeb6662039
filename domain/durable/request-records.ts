import type { DataSource, EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import { SEALED } from '../ports/vault.js';

/** A refused request. None of its content is stored. */
export interface RefusedRecord {
  readonly id: string;
  readonly accountId: string | null;
  readonly keyId: string | null;
  /** Route id. */
  readonly operation: string;
  readonly status: number;
  /** Error code returned to the client. */
  readonly code: string;
  readonly ms: number;
}

/** The stored facts about a request. */
export interface FoundRequest {
  readonly account_id: string | null;
  readonly key_id: string | null;
  readonly operation: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly ms: number | null;
  /** Id of the object it made or changed; null when the answer holds a secret or has no id. */
  readonly answer_id: string | null;
  readonly at: Date;
}

/** Stores any number of refused requests in one statement. */
export async function recordRefused(
  db: DataSource,
  records: readonly RefusedRecord[],
): Promise<void> {
  await db.query(
    `INSERT INTO refused_request (id, account_id, key_id, operation, status, code, ms)
     SELECT r.id, r."accountId", r."keyId", r.operation, r.status, r.code, r.ms
     FROM jsonb_to_recordset($1::jsonb) AS r
       (id text, "accountId" text, "keyId" text, operation text, status integer, code text,
        ms integer) ON CONFLICT DO NOTHING`,
    [JSON.stringify(records)],
  );
}

const REFUSED = `
SELECT account_id, key_id, operation, status, code, ms, NULL AS answer_id, created_at AS at
FROM refused_request WHERE id = $1`;

/** Scans the whole table: operators ask rarely, and an index would cost every request some time. */
const ANSWERED = `
SELECT account_id, NULL AS key_id, NULL AS operation, status, NULL AS code, NULL AS ms,
  CASE WHEN NOT starts_with(body, $2) THEN body::jsonb ->> 'id' END AS answer_id, created_at AS at
FROM idempotency_key WHERE request_id = $1 LIMIT 1`;

/**
 * The stored facts about a request by its id; null if it neither changed anything nor was refused.
 */
export async function findRequest(db: EntityManager, id: string): Promise<FoundRequest | null> {
  const refused = await queryOne<FoundRequest>(db, REFUSED, [id]);
  return refused ?? (await queryOne<FoundRequest>(db, ANSWERED, [id, SEALED]));
}

/** Removes records older than 7 days, the retention of stored answers; one batch per call. */
export function pruneRefused(db: EntityManager): Promise<number> {
  return executeAndCount(
    db,
    `DELETE FROM refused_request WHERE id IN (
       SELECT id FROM refused_request WHERE created_at < now() - interval '7 days' LIMIT 1000)`,
  );
}
