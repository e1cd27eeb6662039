import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { AnswerClaim } from '../catalogue/runs.js';

/** Returns the key of a copy's stored response; the first copy uses the request's key. */
export const copyKeyOf = (key: string, at: number): string =>
  at === 0 ? key : `copy ${at} ${createHash('sha256').update(key).digest('hex')}`;

const IDS = `
SELECT i.body::jsonb ->> 'id' AS id FROM idempotency_key i
WHERE i.account_id = $1 AND i.key = ANY($2) ORDER BY array_position($2, i.key)`;

/** Finds the ids of the generations that a request has created, in order. */
export async function findCopies(
  db: EntityManager,
  { accountId, key }: AnswerClaim,
  copies: number,
): Promise<string[]> {
  const keys = Array.from({ length: copies }, (_, at) => copyKeyOf(key, at));
  const rows = await queryRows<{ id: string }>(db, IDS, [accountId, keys]);
  return rows.map(({ id }) => id);
}
