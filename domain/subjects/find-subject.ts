import type { EntityManager } from 'typeorm';
import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import { refuseUnknown } from '../contract/refusal.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { PhotoRole } from './keep-photos.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/**
 * Finds one of the account's characters.
 * @param field the body field that holds the id, for the refusal; omitted if the id is in the path
 * @throws {Refusal} NOT_FOUND with `details.field`, also if the id belongs to another account
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

/** Finds one of the account's products. See `findCharacter`. */
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

/** Builds generation inputs from the photos of a character or product, in the caller's order. */
export function buildSubjectInputs(
  role: PhotoRole,
  { photos }: { readonly photos: readonly string[] },
): GenerationInput[] {
  return photos.map((key) => ({ role, tag: null, key, contentType: 'image/webp' }));
}

/** Default list length, used without `limit`: above every plan's limit. */
const LIST_MAX = 200;

/**
 * Lists an account's characters, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function findCharacters(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<Character>> {
  const query = db.createQueryBuilder(Character, 'c').where({ accountId });
  return readPage(query, page, LIST_MAX);
}

/** Lists an account's products, newest first. See `findCharacters`. */
export function findProducts(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<Product>> {
  const query = db.createQueryBuilder(Product, 'p').where({ accountId });
  return readPage(query, page, LIST_MAX);
}
