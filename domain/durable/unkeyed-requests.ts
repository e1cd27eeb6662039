import type { DataSource, EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import type { Delivery } from '../../entities/unkeyed-request.js';

/** A request without an Idempotency-Key, from a client that sends its retry count. */
export interface Unkeyed {
  readonly id: string;
  readonly accountId: string;
  readonly fingerprint: string;
  /** The retry count; 0 for the first attempt. */
  readonly attempt: number;
}

/** The row that a request holds until it is answered. */
export type HeldRow = Pick<Unkeyed, 'id' | 'attempt'>;

/** Clients usually give up after 10 minutes, and retry within seconds. */
const UNDELIVERED = '1 hour';
/**
 * A response that we sent may be lost in a proxy between us and the client. A retry comes within
 * seconds.
 */
const SENT = '2 minutes';

const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/**
 * Finds the row that a retry adopts among the earlier attempts of the same request. First come
 * requests whose client has no response, even if another client's later attempt got one: the retry's
 * own last attempt may have failed before it had a row. Then come the latest attempts: first those
 * whose response was sent but may be lost in a proxy, then open ones, whose response may still be
 * sent.
 */
const ADOPT = `
UPDATE unkeyed_request SET attempt = $3, delivery = 'open', touched_at = now() WHERE id = (
  SELECT id FROM unkeyed_request
  WHERE account_id = $1 AND fingerprint = $2 AND attempt < $3
    AND touched_at > now() - CASE delivery WHEN 'sent' THEN interval '${SENT}' ELSE interval '${UNDELIVERED}' END
  ORDER BY delivery IN ('lost', 'failed') DESC, attempt DESC,
    array_position(ARRAY['lost', 'failed', 'sent', 'open'], delivery), touched_at DESC
  LIMIT 1 FOR UPDATE)
RETURNING id`;

const OPEN = `
INSERT INTO unkeyed_request (id, account_id, fingerprint, attempt, delivery)
VALUES ($1, $2, $3, $4, 'open')`;

/**
 * Records a request before its work begins, so that a retry finds it even if this process dies. A
 * retry adopts the row of the request that it repeats, if that row is known, and then does the same
 * work under the same key.
 */
export async function openRequest(db: DataSource, request: Unkeyed): Promise<HeldRow> {
  const { id, accountId, fingerprint, attempt } = request;
  const insert = async (tx: Pick<EntityManager, 'query'>) => {
    await tx.query(OPEN, [id, accountId, fingerprint, attempt]);
    return { id, attempt };
  };
  if (attempt === 0) return insert(db.manager);
  return db.transaction(async (tx) => {
    // Two retries that choose concurrently must not choose the same row.
    await tx.query(LOCK, [`${accountId} ${fingerprint}`]);
    const adopted = await queryOne<{ id: string }>(tx, ADOPT, [accountId, fingerprint, attempt]);
    return adopted ? { id: adopted.id, attempt } : insert(tx);
  });
}

/**
 * Records whether the response was delivered, unless a retry has adopted the request in the
 * meantime.
 */
export async function endRequest(
  db: EntityManager,
  { id, attempt }: HeldRow,
  delivery: Exclude<Delivery, 'open'>,
): Promise<void> {
  await db.query(
    'UPDATE unkeyed_request SET delivery = $3, touched_at = now() WHERE id = $1 AND attempt = $2',
    [id, attempt, delivery],
  );
}

/** Removes rows that retries can no longer adopt, one batch per call. */
export function pruneUnkeyed(db: EntityManager): Promise<number> {
  return executeAndCount(
    db,
    `DELETE FROM unkeyed_request WHERE id IN (
       SELECT id FROM unkeyed_request WHERE touched_at < now() - interval '${UNDELIVERED}' LIMIT 1000)`,
  );
}
