import { IsNull, type EntityManager } from 'typeorm';
import { Member } from '../../entities/member.js';
import { Refusal } from '../contract/refusal.js';
import { refuseDeleted } from './close-account.js';
import { findAccount } from './find-account.js';

/**
 * Adds a person to an account's team. The person's keys spend the account's credits.
 * @throws {Refusal} NOT_FOUND; CONFLICT for a deleted account
 */
export async function addMember(
  tx: EntityManager,
  member: Pick<Member, 'id' | 'accountId' | 'name'> & Partial<Pick<Member, 'role'>>,
): Promise<void> {
  const account = await findAccount(tx, member.accountId);
  if (account.deletedAt) throw refuseDeleted(account.id);
  await tx.insert(Member, member);
}

/**
 * Checks that the member for a new key belongs to the account, and keeps the member locked until
 * the key is created.
 * @throws {Refusal} NOT_FOUND
 */
export async function requireMember(
  tx: EntityManager,
  accountId: string,
  id: string,
): Promise<void> {
  const where = { id, accountId, removedAt: IsNull() };
  if (await tx.findOne(Member, { where, lock: { mode: 'pessimistic_read' } })) return;
  throw new Refusal('NOT_FOUND', { message: `No member ${id} in account ${accountId}.` });
}
