import type { DataSource, EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import type { Delivery } from '../../entities/unkeyed-request.js';

/** A request of a client that sends no Idempotency-Key but says how often it has retried. */
export interface Unkeyed {
  readonly id: string;
  readonly accountId: string;
  readonly fingerprint: string;
  /** 0 for a first request. */
  readonly attempt: number;
}

/** The row that a request holds until it is answered. */
export type HeldRow = Pick<Unkeyed, 'id' | 'attempt'>;

/** A client gives up after 10 minutes as a rule, and retries within seconds. */
const UNDELIVERED = '1 hour';
/** What was sent may be lost behind us, in a proxy. A retry comes within seconds. */
const SENT = '2 minutes';

const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/**
 * The row that a retry adopts: the latest earlier attempt of the same request. First those whose client
 * has no result; an answer that was sent may be lost behind us; one that is open may still be sent.
 */
const ADOPT = `
UPDATE unkeyed_request SET attempt = $3, delivery = 'open', touched_at = now() WHERE id = (
  SELECT id FROM unkeyed_request
  WHERE account_id = $1 AND fingerprint = $2 AND attempt < $3
    AND touched_at > now() - CASE delivery WHEN 'sent' THEN interval '${SENT}' ELSE interval '${UNDELIVERED}' END
  ORDER BY attempt DESC, array_position(ARRAY['lost', 'failed', 'sent', 'open'], delivery),
    touched_at DESC
  LIMIT 1 FOR UPDATE)
RETURNING id`;

const OPEN = `
INSERT INTO unkeyed_request (id, account_id, fingerprint, attempt, delivery)
VALUES ($1, $2, $3, $4, 'open')`;

/**
 * Notes a request before its work begins, so that a retry finds it whatever becomes of this process.
 * A retry adopts the row of the request that it repeats, if that is known, and then does the same work
 * under the same key.
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

/** Notes whether the answer was delivered, unless a retry has adopted the request meanwhile. */
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

/** Removes rows that no retry adopts any more, one batch in each call. */
export function pruneUnkeyed(db: EntityManager): Promise<number> {
  return executeAndCount(
    db,
    `DELETE FROM unkeyed_request WHERE id IN (
       SELECT id FROM unkeyed_request WHERE touched_at < now() - interval '${UNDELIVERED}' LIMIT 1000)`,
  );
}
