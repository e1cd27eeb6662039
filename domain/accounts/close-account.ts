import type { DataSource } from 'typeorm';
import { Refusal } from '../contract/refusal.js';
import { refuseUnknownAccount } from './find-account.js';
import { executeAndCount } from '../../entities/rows.js';

/**
 * Closes an account permanently: its requests, keys and team stop working, and the names that
 * people entered are deleted. Safe to repeat.
 * @returns the number of keys that this call revoked
 * @throws {Refusal} NOT_FOUND
 */
export async function closeAccount(db: DataSource, id: string): Promise<number> {
  const found = await executeAndCount(
    db,
    `UPDATE account SET name = '', deleted_at = coalesce(deleted_at, now()),
       suspended_at = coalesce(suspended_at, now()) WHERE id = $1`,
    [id],
  );
  if (found === 0) refuseUnknownAccount(id);
  const revoked = await executeAndCount(
    db,
    'UPDATE api_key SET revoked_at = now() WHERE account_id = $1 AND revoked_at IS NULL',
    [id],
  );
  await db.query(`UPDATE api_key SET name = '' WHERE account_id = $1 AND name <> ''`, [id]);
  await db.query(
    `UPDATE member SET name = '', email = NULL, removed_at = coalesce(removed_at, now()) WHERE account_id = $1`,
    [id],
  );
  return revoked;
}

/** Builds the refusal for commands that would reopen a deleted account. */
export function refuseDeleted(id: string): Refusal {
  return new Refusal('CONFLICT', { message: `Account ${id} was deleted. Open another one.` });
}
