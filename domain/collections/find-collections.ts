import type { EntityManager } from 'typeorm';
import { Collection } from '../../entities/collection.js';
import { queryRows } from '../../entities/rows.js';
import { COLLECTIONS_MAX, PREVIEWS_MAX } from '../catalogue/collection-limits.js';
import { presentCollection, type CollectionBody } from '../contract/collection.js';
import type { MediaUrl } from '../contract/generation.js';
import { refuseUnknown } from '../contract/refusal.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

export interface CollectionRef {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Reads one of the account's collections.
 * @throws {Refusal} NOT_FOUND
 */
export async function readCollection(
  db: EntityManager,
  { accountId, id }: CollectionRef,
  mediaUrl: MediaUrl,
): Promise<CollectionBody> {
  const row = await db.findOneBy(Collection, { id, accountId });
  if (!row) throw refuseUnknown('collection', id);
  const previews = await readPreviews(db, [id]);
  return presentCollection(row, previews.get(id) ?? [], mediaUrl);
}

/**
 * Reads one page of an account's collections, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findCollections(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
  mediaUrl: MediaUrl,
): Promise<Page<CollectionBody>> {
  const query = db.createQueryBuilder(Collection, 'c').where({ accountId });
  const { rows, nextCursor } = await readPage(query, page, COLLECTIONS_MAX);
  const ids = rows.map(({ id }) => id);
  const previews = await readPreviews(db, ids);
  return {
    rows: rows.map((row) => presentCollection(row, previews.get(row.id) ?? [], mediaUrl)),
    nextCursor,
  };
}

/** Number of a collection's newest generations that are searched for previews. */
const SEARCHED = 3 * PREVIEWS_MAX;

const PREVIEWS = `
SELECT c.id, array(
  SELECT g.thumbnail_key FROM (
    SELECT i.generation_id, i.made_at FROM collection_item i WHERE i.collection_id = c.id
    ORDER BY i.made_at DESC, i.generation_id DESC LIMIT ${SEARCHED}) newest
  JOIN generation g ON g.id = newest.generation_id
  WHERE g.status = 'completed' AND g.thumbnail_key IS NOT NULL
  ORDER BY newest.made_at DESC, newest.generation_id DESC LIMIT ${PREVIEWS_MAX}) AS keys
FROM unnest($1::text[]) AS c (id)`;

/** Reads the keys of the previews of each collection's newest generations. */
async function readPreviews(
  db: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<{ id: string; keys: string[] }>(db, PREVIEWS, [ids]);
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}
