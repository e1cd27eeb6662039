import type { EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { Generation } from '../../entities/generation.js';
import { queryOne } from '../../entities/rows.js';
import type { RequestView } from '../contract/generation-request.js';
import { refuseUnknown } from '../contract/refusal.js';
import { SHOWS_GENERATION } from './forget-prompt.js';

/** The oldest stored response is the one that accepted the generation. */
const READ = `
SELECT request_id AS "requestId" FROM idempotency_key WHERE ${SHOWS_GENERATION}
ORDER BY created_at LIMIT 1`;

/**
 * Finds the request that created a generation, and its key.
 * @throws {Refusal} NOT_FOUND
 */
export async function findRequest(
  tx: EntityManager,
  accountId: string,
  id: string,
): Promise<RequestView> {
  const row = await tx.findOneBy(Generation, { id, accountId });
  if (!row) throw refuseUnknown('generation', id);
  const answer = await queryOne<{ requestId: string | null }>(tx, READ, [accountId, id]);
  const key = await tx.findOneBy(ApiKey, { id: row.keyId, accountId });
  return { requestId: answer?.requestId ?? null, key };
}
