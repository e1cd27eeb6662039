import type { EntityManager } from 'typeorm';
import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import { refuseUnknown } from '../contract/refusal.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { PhotoRole } from './keep-photos.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/**
 * A character of the account.
 * @param field of the body that holds the id, for the refusal; omitted when the id is in the path
 * @throws {Refusal} NOT_FOUND with `details.field`; an id of another account counts as unknown
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
export function buildSubjectInputs(
  role: PhotoRole,
  { photos }: { readonly photos: readonly string[] },
): GenerationInput[] {
  return photos.map((key) => ({ role, tag: null, key, contentType: 'image/webp' }));
}

/** The length of a list without `limit`: above every plan's limit. */
const LIST_MAX = 200;

/**
 * Characters of an account, newest first. @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
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
