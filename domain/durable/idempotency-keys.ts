import type { EntityManager } from 'typeorm';
import { SEALED, type Vault } from '../ports/vault.js';
import { IdempotencyKey } from '../../entities/idempotency-key.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { Refusal } from '../contract/refusal.js';
import { executeAndCount } from '../../entities/rows.js';

/** A response as it was sent: status and exact body. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** A concurrent duplicate was faster: read and replay its stored response. */
export class AlreadyAnswered extends Error {
  constructor(readonly claim: AnswerClaim) {
    super('another request with this Idempotency-Key was answered first');
    this.name = 'AlreadyAnswered';
  }
}

export const LOCK_TIMEOUT = '55P03';

/**
 * Finds the stored response to a repeated request.
 * @throws {Refusal} 422 if the key was used for another request
 */
export async function findAnswer(
  db: EntityManager,
  claim: AnswerClaim,
): Promise<StoredAnswer | null> {
  const row = await db.findOneBy(IdempotencyKey, { accountId: claim.accountId, key: claim.key });
  return expectSame(row, claim);
}

/** SQL: the response stored for caller `c`'s account under the key `about`, as JSON. */
export const ANSWER_JSON = `SELECT json_build_object('fingerprint', i.fingerprint, 'status', i.status, 'body', i.body)
    FROM idempotency_key i WHERE i.account_id = c.account_id AND i.key = c.about`;

/** Reads the response stored for a key together with the caller. */
export const ANSWER_PREFETCH = {
  name: 'answer',
  sql: `SELECT json_build_object('answer', (${ANSWER_JSON}))`,
};

/**
 * Reads a request's stored response from the extra data read with the caller.
 * @throws {Refusal} 422 if the key was used for another request
 */
export const readPrefetchedAnswer = (
  prefetched: unknown,
  claim: AnswerClaim,
): StoredAnswer | null =>
  expectSame((prefetched as { readonly answer: KeptAnswer | null }).answer, claim);

type KeptAnswer = StoredAnswer & { readonly fingerprint: string };

function expectSame(row: KeptAnswer | null, claim: AnswerClaim): StoredAnswer | null {
  if (!row) return null;
  if (row.fingerprint !== claim.fingerprint) {
    throw new Refusal('VALIDATION_ERROR', {
      status: 422,
      message:
        'This Idempotency-Key was used for a different request. Use a new key for a new request.',
      details: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  }
  return { status: row.status, body: row.body };
}

/**
 * Stores the response in the same transaction as the change. If a concurrent duplicate holds the
 * unique index, this call waits no longer than the connection's lock timeout (2 s).
 * @throws {AlreadyAnswered} if the duplicate has committed
 * @throws {Refusal} 409 if the duplicate is still in flight after the wait
 */
export async function storeAnswer(
  tx: EntityManager,
  claim: AnswerClaim & { readonly requestId?: string },
  answer: StoredAnswer,
): Promise<void> {
  const stored = await executeAndCount(
    tx,
    `INSERT INTO idempotency_key (account_id, key, fingerprint, status, body, request_id)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
    [
      claim.accountId,
      claim.key,
      claim.fingerprint,
      answer.status,
      answer.body,
      claim.requestId ?? null,
    ],
  ).catch((error: { code?: string }) => {
    if (error.code !== LOCK_TIMEOUT) throw error;
    throw refuseInProgress(error);
  });
  if (stored !== 1) throw new AlreadyAnswered(claim);
}

/**
 * Replaces the body of a stored response that was held back until more was known. The first call
 * decides for all.
 * @returns the body that is now stored
 */
export async function replaceAnswer(
  db: EntityManager,
  { accountId, key, fingerprint }: AnswerClaim,
  from: string,
  to: string,
): Promise<string> {
  const replaced = await executeAndCount(
    db,
    `UPDATE idempotency_key SET body = $5
     WHERE account_id = $1 AND key = $2 AND fingerprint = $3 AND body = $4`,
    [accountId, key, fingerprint, from, to],
  );
  if (replaced === 1) return to;
  const row = await db.findOneBy(IdempotencyKey, { accountId, key, fingerprint });
  return row?.body ?? to;
}

/** Builds the refusal for a request whose duplicate is still in flight. */
export function refuseInProgress(cause: unknown): Refusal {
  return new Refusal('CONFLICT', {
    message: 'A request with this Idempotency-Key is still being processed. Repeat it in a second.',
    details: { code: 'IDEMPOTENCY_IN_PROGRESS' },
    headers: { 'Retry-After': '1', 'x-should-retry': 'true' },
    cause,
  });
}

/** Seals a response that contains a secret, so that it is not stored in clear text. */
export function sealAnswer(vault: Vault, claim: AnswerClaim, answer: StoredAnswer): StoredAnswer {
  return { status: answer.status, body: vault.seal(answer.body, formatAnswerOwner(claim)) };
}

/** Opens a stored response: returns the body as it was sent. */
export function openAnswer(vault: Vault, claim: AnswerClaim, answer: StoredAnswer): StoredAnswer {
  if (!answer.body.startsWith(SEALED)) return answer;
  return { status: answer.status, body: vault.open(answer.body, formatAnswerOwner(claim)) };
}

/** Formats the owner of a sealed response. */
export const formatAnswerOwner = ({ accountId, key }: Pick<AnswerClaim, 'accountId' | 'key'>) =>
  `answer ${accountId} ${key}`;

/** Removes responses older than the retention of 7 days, one batch per call. */
export function pruneAnswers(db: EntityManager): Promise<number> {
  return executeAndCount(
    db,
    `DELETE FROM idempotency_key WHERE (account_id, key) IN (
       SELECT account_id, key FROM idempotency_key
       WHERE created_at < now() - interval '7 days' LIMIT 1000)`,
  );
}
