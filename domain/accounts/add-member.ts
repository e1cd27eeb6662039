import type { EntityManager } from 'typeorm';
import { Member } from '../../entities/member.js';
import { Refusal } from '../contract/refusal.js';
import { findAccount } from './find-account.js';

/**
 * Adds a person to an account's team: their keys spend the account's credits.
 * @throws {Refusal} NOT_FOUND
 */
export async function addMember(
  tx: EntityManager,
  member: { readonly id: string; readonly accountId: string; readonly name: string },
): Promise<void> {
  await findAccount(tx, member.accountId);
  await tx.insert(Member, member);
}

/**
 * Makes sure that a key is made for a member of its own account.
 * @throws {Refusal} NOT_FOUND
 */
export async function requireMember(
  tx: EntityManager,
  accountId: string,
  id: string,
): Promise<void> {
  if (await tx.existsBy(Member, { id, accountId })) return;
  throw new Refusal('NOT_FOUND', { message: `No member ${id} in account ${accountId}.` });
}
