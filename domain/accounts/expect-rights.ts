import type { EntityManager } from 'typeorm';
import { Refusal } from '../contract/refusal.js';
import type { Caller } from './caller.js';
import { oneOf } from '../../entities/rows.js';

/** The answer to a key that is missing, malformed, unknown or revoked: one and the same. */
export function refuseKey(): Refusal {
  return new Refusal('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export function refuseSuspended(): Refusal {
  return new Refusal('ACCOUNT_SUSPENDED');
}

const READ = `
SELECT a.suspended_at IS NOT NULL AS suspended FROM api_key k JOIN account a ON a.id = k.account_id
WHERE k.id = $1 AND k.account_id = $2 AND k.revoked_at IS NULL`;

/**
 * Makes sure that a caller may still act, in a transaction that comes long after the request was
 * let in: what it fetched may have taken a minute.
 * @throws {Refusal} UNAUTHORIZED, ACCOUNT_SUSPENDED
 */
export async function expectRights(
  tx: EntityManager,
  { keyId, accountId }: Pick<Caller, 'keyId' | 'accountId'>,
): Promise<void> {
  const row = await oneOf<{ suspended: boolean }>(tx, READ, [keyId, accountId]);
  if (!row) throw refuseKey();
  if (row.suspended) throw refuseSuspended();
}
