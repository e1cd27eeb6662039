import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';

interface Person {
  readonly accountId: string;
  /** The member's id; null for the account holder. */
  readonly memberId: string | null;
}

const OPEN_ACCOUNT = 'SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL FOR SHARE';
const MEMBER = `SELECT 1 FROM member
  WHERE id = $1 AND account_id = $2 AND removed_at IS NULL FOR SHARE`;

/**
 * Checks whether a person still belongs to an account, and locks the membership until the
 * transaction ends: a concurrent removal waits, and then finds what was created for the person.
 */
export async function isMember(
  tx: EntityManager,
  { accountId, memberId }: Person,
): Promise<boolean> {
  if (memberId !== null && !(await queryOne(tx, MEMBER, [memberId, accountId]))) return false;
  return (await queryOne(tx, OPEN_ACCOUNT, [accountId])) !== null;
}
