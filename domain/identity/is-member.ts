import type { EntityManager } from 'typeorm';
import { oneOf } from '../../entities/rows.js';

interface Person {
  readonly accountId: string;
  /** Null for whoever holds the account itself. */
  readonly memberId: string | null;
}

const OPEN_ACCOUNT = 'SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL FOR SHARE';
const MEMBER = `SELECT 1 FROM member
  WHERE id = $1 AND account_id = $2 AND removed_at IS NULL FOR SHARE`;

/**
 * Whether somebody still belongs to an account, until the transaction ends: whoever removes them
 * meanwhile waits, and finds what was made for them.
 */
export async function isMember(
  tx: EntityManager,
  { accountId, memberId }: Person,
): Promise<boolean> {
  if (memberId !== null && !(await oneOf(tx, MEMBER, [memberId, accountId]))) return false;
  return (await oneOf(tx, OPEN_ACCOUNT, [accountId])) !== null;
}
