import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';

/** The person who granted an agent access. */
export interface Person {
  readonly accountId: string;
  /** The member's id; null for the account holder. */
  readonly memberId: string | null;
}

/** Formats a person as the OAuth library's subject. Agents never see it. */
export const formatSubject = ({ accountId, memberId }: Person): string =>
  memberId === null ? accountId : `${accountId}/${memberId}`;

export function readSubject(subject: string): Person {
  const [accountId = '', memberId = null] = subject.split('/');
  return { accountId, memberId };
}

const MAY = `
SELECT 1 FROM account a LEFT JOIN member m ON m.id = $2 AND m.account_id = a.id
WHERE a.id = $1 AND a.deleted_at IS NULL AND a.suspended_at IS NULL
  AND ($2::text IS NULL OR m.removed_at IS NULL AND m.id IS NOT NULL)`;

/**
 * Checks whether a person's agents may get tokens now: not if the member was removed or the account
 * is suspended.
 */
export async function mayGoOn(db: EntityManager, subject: string): Promise<boolean> {
  const { accountId, memberId } = readSubject(subject);
  return (await queryOne(db, MAY, [accountId, memberId])) !== null;
}
