import type { EntityManager } from 'typeorm';
import { refuseDeleted } from './close-account.js';
import { findAccount } from './find-account.js';
import { executeAndCount } from '../../entities/rows.js';

/**
 * Suspends an account: further requests are refused. Running jobs continue, because they are paid
 * for.
 * @returns false if the account was already suspended
 * @throws {Refusal} NOT_FOUND
 */
export async function suspendAccount(tx: EntityManager, id: string): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    'UPDATE account SET suspended_at = now() WHERE id = $1 AND suspended_at IS NULL',
    [id],
  );
  if (count === 0) await findAccount(tx, id);
  return count === 1;
}

/**
 * Ends an account's suspension.
 * @returns false if the account was not suspended
 * @throws {Refusal} NOT_FOUND; CONFLICT for a deleted account
 */
export async function resumeAccount(tx: EntityManager, id: string): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    'UPDATE account SET suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL AND deleted_at IS NULL',
    [id],
  );
  if (count === 0 && (await findAccount(tx, id)).deletedAt) throw refuseDeleted(id);
  return count === 1;
}
