import type { EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { Refusal } from '../contract/refusal.js';
import { executeAndCount } from '../../entities/rows.js';

/**
 * Revokes an API key immediately and permanently.
 * @returns false if the key was already revoked
 * @throws {Refusal} NOT_FOUND
 */
export async function revokeKey(tx: EntityManager, id: string): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    'UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
    [id],
  );
  if (count === 0 && !(await tx.existsBy(ApiKey, { id }))) {
    throw new Refusal('NOT_FOUND', { message: `No key ${id}.` });
  }
  return count === 1;
}
