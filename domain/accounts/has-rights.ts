import type { EntityManager } from 'typeorm';
import type { Scope } from '../catalogue/scopes.js';
import { Refusal } from '../contract/refusal.js';
import type { Caller } from './caller.js';
import { expectRights } from './expect-rights.js';

/** Checks whether a caller still has its rights, for responses that take minutes. */
export async function hasRights(
  db: EntityManager,
  caller: Pick<Caller, 'keyId' | 'accountId'>,
  scope: Scope,
): Promise<boolean> {
  try {
    await expectRights(db, caller, scope);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
