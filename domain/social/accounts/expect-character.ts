import type { EntityManager } from 'typeorm';
import { Character } from '../../../entities/character.js';
import { refuseUnknown } from '../../contract/refusal.js';

/** @throws {Refusal} NOT_FOUND for a character that is none of the account */
export async function expectCharacter(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<void> {
  const isKnown = await db.existsBy(Character, { id, accountId });
  if (!isKnown) throw refuseUnknown('character', id, 'character_id');
}
