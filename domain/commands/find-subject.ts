import type { EntityManager } from 'typeorm';
import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import { Refusal } from '../contract/error.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { PhotoRole } from './keep-photos.js';

/** The answer to an id that belongs to nothing of the account. */
export function unknownSubject(field: string): Refusal {
  return new Refusal('NOT_FOUND', {
    message: `${field} names nothing in this account.`,
    details: { field },
  });
}

/**
 * A character of the account.
 * @param field what named it, for the refusal
 * @throws {Refusal} NOT_FOUND with `details.field`; a foreign one is as unknown as any
 */
export async function findCharacter(
  db: EntityManager,
  accountId: string,
  id: string,
  field = 'character_id',
): Promise<Character> {
  const row = await db.findOneBy(Character, { id, accountId });
  if (!row) throw unknownSubject(field);
  return row;
}

/** A product of the account. See `findCharacter`. */
export async function findProduct(
  db: EntityManager,
  accountId: string,
  id: string,
  field = 'product_id',
): Promise<Product> {
  const row = await db.findOneBy(Product, { id, accountId });
  if (!row) throw unknownSubject(field);
  return row;
}

/** The photos of a character or product as inputs of a generation, in the caller's order. */
export function subjectInputs(
  role: PhotoRole,
  { photos }: { readonly photos: readonly string[] },
): GenerationInput[] {
  return photos.map((key) => ({ role, tag: null, key, contentType: 'image/webp' }));
}

/** More than any plan has room for; a raised limit may reach further than a list is shown. */
const LIST_MAX = 200;
const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** Characters of an account, newest first. */
export function listCharacters(db: EntityManager, accountId: string): Promise<Character[]> {
  return db.find(Character, { where: { accountId }, order: NEWEST_FIRST, take: LIST_MAX });
}

/** Products of an account, newest first. */
export function listProducts(db: EntityManager, accountId: string): Promise<Product[]> {
  return db.find(Product, { where: { accountId }, order: NEWEST_FIRST, take: LIST_MAX });
}
