import type { DataSource, EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import { SEALED } from '../ports/vault.js';

/** A refused request, stored without its content. */
export interface RefusedRecord {
  readonly id: string;
  readonly accountId: string | null;
  readonly keyId: string | null;
  /** The route's id. */
  readonly operation: string;
  readonly status: number;
  /** The error code returned to the client. */
  readonly code: string;
  readonly ms: number;
}

/** The stored metadata of a request. */
export interface FoundRequest {
  readonly account_id: string | null;
  readonly key_id: string | null;
  readonly operation: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly ms: number | null;
  /**
   * Id of the object that the request created or changed; null if the response contains a secret or
   * no id.
   */
  readonly answer_id: string | null;
  readonly at: Date;
}

/** Stores refused requests in one statement. */
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

/**
 * Scans the whole table: operators rarely run this query, and an index would slow down every
 * request.
 */
const ANSWERED = `
SELECT account_id, NULL AS key_id, NULL AS operation, status, NULL AS code, NULL AS ms,
  CASE WHEN NOT starts_with(body, $2) THEN body::jsonb ->> 'id' END AS answer_id, created_at AS at
FROM idempotency_key WHERE request_id = $1 LIMIT 1`;

/**
 * Finds a request's stored metadata by its id; null if the request neither changed anything nor was
 * refused.
 */
export async function findRequest(db: EntityManager, id: string): Promise<FoundRequest | null> {
  const refused = await queryOne<FoundRequest>(db, REFUSED, [id]);
  return refused ?? (await queryOne<FoundRequest>(db, ANSWERED, [id, SEALED]));
}

/** Removes records older than 7 days, the retention of stored responses; one batch per call. */
export function pruneRefused(db: EntityManager): Promise<number> {
  return executeAndCount(
    db,
    `DELETE FROM refused_request WHERE id IN (
       SELECT id FROM refused_request WHERE created_at < now() - interval '7 days' LIMIT 1000)`,
  );
}
