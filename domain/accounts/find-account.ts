import type { EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import { Refusal } from '../contract/refusal.js';

/**
 * Finds the account that an operator named.
 * @throws {Refusal} NOT_FOUND
 */
export async function findAccount(tx: EntityManager, id: string): Promise<Account> {
  return (await tx.findOneBy(Account, { id })) ?? refuseUnknownAccount(id);
}

/** Refuses the id of an unknown account. */
export function refuseUnknownAccount(id: string): never {
  throw new Refusal('NOT_FOUND', { message: `No account ${id}.` });
}
