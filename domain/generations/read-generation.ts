import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationLinks,
} from '../contract/generation.js';

/** A generation of an account as it is now; null when the account has none with this id. */
export async function readGeneration(
  db: EntityManager,
  { id, accountId }: Pick<Generation, 'id' | 'accountId'>,
  links: GenerationLinks,
): Promise<GenerationBody | null> {
  const row = await db.findOneBy(Generation, { id, accountId });
  return row && presentGeneration(row, links);
}
