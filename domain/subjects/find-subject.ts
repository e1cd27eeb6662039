import type { EntityManager } from 'typeorm';
import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import { refuseUnknown } from '../contract/refusal.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { PhotoRole } from './keep-photos.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/**
 * A character of the account.
 * @param field of the body that named it, for the refusal; none for an id of the path
 * @throws {Refusal} NOT_FOUND with `details.field`; a foreign one is as unknown as any
 */
export async function findCharacter(
  db: EntityManager,
  accountId: string,
  id: string,
  field?: 'character_id',
): Promise<Character> {
  const row = await db.findOneBy(Character, { id, accountId });
  if (!row) throw refuseUnknown('character', id, field);
  return row;
}

/** A product of the account. See `findCharacter`. */
export async function findProduct(
  db: EntityManager,
  accountId: string,
  id: string,
  field?: 'product_id',
): Promise<Product> {
  const row = await db.findOneBy(Product, { id, accountId });
  if (!row) throw refuseUnknown('product', id, field);
  return row;
}

/** The photos of a character or product as inputs of a generation, in the caller's order. */
export function subjectInputs(
  role: PhotoRole,
  { photos }: { readonly photos: readonly string[] },
): GenerationInput[] {
  return photos.map((key) => ({ role, tag: null, key, contentType: 'image/webp' }));
}

/** More than any plan has room for: so many a list without `limit` has. */
const LIST_MAX = 200;

/** Characters of an account, newest first. @throws {Refusal} VALIDATION_ERROR for a false cursor */
export function findCharacters(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<Character>> {
  const query = db.createQueryBuilder(Character, 'c').where({ accountId });
  return readPage(query, page, LIST_MAX);
}

/** Products of an account, newest first. See `findCharacters`. */
export function findProducts(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<Product>> {
  const query = db.createQueryBuilder(Product, 'p').where({ accountId });
  return readPage(query, page, LIST_MAX);
}
