import type { EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { Generation } from '../../entities/generation.js';
import { oneOf } from '../../entities/rows.js';
import type { RequestView } from '../contract/generation-request.js';
import { refuseUnknown } from '../contract/refusal.js';
import { SHOWS_GENERATION } from './forget-prompt.js';

/** The answer that accepted it is the first one. */
const READ = `
SELECT request_id AS "requestId" FROM idempotency_key WHERE ${SHOWS_GENERATION}
ORDER BY created_at LIMIT 1`;

/**
 * By which request a generation was asked for, and with which key.
 * @throws {Refusal} NOT_FOUND
 */
export async function findRequest(
  tx: EntityManager,
  accountId: string,
  id: string,
): Promise<RequestView> {
  const row = await tx.findOneBy(Generation, { id, accountId });
  if (!row) throw refuseUnknown('generation', id);
  const answer = await oneOf<{ requestId: string | null }>(tx, READ, [accountId, id]);
  const key = await tx.findOneBy(ApiKey, { id: row.keyId, accountId });
  return { requestId: answer?.requestId ?? null, key };
}
