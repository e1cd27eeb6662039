import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { CollectionItem } from '../../entities/collection-item.js';
import { Generation } from '../../entities/generation.js';
import type { GenerationStatus, GenerationType } from '../catalogue/stages.js';
import type { Metadata } from '../contract/metadata.js';
import { readPage, skipTo, type Page, type PageRequest } from '../durable/read-page.js';
import { findMatches, isRare } from '../durable/find-matches.js';

export interface GenerationFilter extends PageRequest {
  /** Ids, separated by commas. */
  readonly ids?: string;
  readonly type?: GenerationType;
  readonly status?: GenerationStatus;
  readonly model?: string;
  readonly characterId?: string;
  readonly favorite?: boolean;
  /** Only generations in this collection. */
  readonly collection?: string;
  /** Words that must all occur in the title or the prompt, in any order, also inside longer words. */
  readonly words?: string;
  /** Pairs that must all be in the metadata. */
  readonly metadata?: Metadata;
  /** Unix milliseconds, inclusive; `createdBefore` is exclusive. */
  readonly createdAfter?: number;
  readonly createdBefore?: number;
  /** Order by creation time; defaults to newest first. */
  readonly order?: 'ASC' | 'DESC';
}

const PAGE_DEFAULT = 20;

/**
 * Reads one page of an account's generations, newest first by default.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findGenerations(
  db: EntityManager,
  accountId: string,
  filter: GenerationFilter,
): Promise<Page<Generation>> {
  const query = db
    .createQueryBuilder(Generation, 'g')
    .where("g.accountId = :accountId AND g.type <> 'speech'", { accountId });
  for (const [name, condition] of CONDITIONS) {
    const value = filter[name];
    if (value !== undefined) query.andWhere(condition, { [name]: value });
  }
  const { ids, collection, createdAfter, createdBefore } = filter;
  if (ids !== undefined) query.andWhere('g.id = ANY(:ids)', { ids: ids.split(',') });
  if (collection !== undefined) keepItems(query, collection, filter);
  if (createdAfter !== undefined) {
    query.andWhere('g.createdAt >= :from', { from: new Date(createdAfter) });
  }
  if (createdBefore !== undefined) {
    query.andWhere('g.createdAt < :until', { until: new Date(createdBefore) });
  }
  if (isRare(filter)) {
    const page = { ...filter, limit: filter.limit ?? PAGE_DEFAULT };
    const found = await findMatches(db, { query, ...SEARCHED }, filter, page);
    query.andWhere('g.id = ANY(:found)', { found });
  }
  return readPage(query, filter, PAGE_DEFAULT, filter.order);
}

/**
 * Limits a list to a collection. Without other filters, the page is read from the index of the
 * collection alone, so its size does not matter. Other filters read up to the whole collection.
 */
function keepItems(
  query: SelectQueryBuilder<Generation>,
  collection: string,
  filter: GenerationFilter,
): void {
  const { cursor, order = 'DESC', limit = PAGE_DEFAULT } = filter;
  const items = query
    .createQueryBuilder()
    .select('i.generationId')
    .from(CollectionItem, 'i')
    .where('i.collectionId = :collection', { collection });
  if (isUnfiltered(filter)) {
    if (cursor !== undefined) skipTo(items, 'i.madeAt, i.generationId', cursor, order);
    items
      .orderBy({ 'i.madeAt': order, 'i.generationId': order })
      // One more than the page, as `readPage` reads.
      .limit(limit + 1);
  }
  query.andWhere(`g.id IN (${items.getQuery()})`).setParameters(items.getParameters());
}

const isUnfiltered = (filter: GenerationFilter): boolean =>
  !isRare(filter) &&
  filter.ids === undefined &&
  filter.createdAfter === undefined &&
  filter.createdBefore === undefined &&
  CONDITIONS.every(([name]) => filter[name] === undefined);

const PROMPT = "g.request ->> 'prompt'";

/** The index `generation_titles` has the same expression. */
const TITLED = `(g.title || ' ' || coalesce(${PROMPT}, ''))`;

const ENDED = "g.status IN ('completed', 'failed', 'cancelled')";

/** The indexes cover ended generations; there are only a few open ones. */
const SEARCHED = {
  words: `coalesce(${TITLED}, ${PROMPT})`,
  metadata: 'g.metadata',
  parts: [
    { rows: `${ENDED} AND g.title IS NULL`, words: PROMPT },
    { rows: `${ENDED} AND g.title IS NOT NULL`, words: TITLED },
    { rows: "g.status IN ('queued', 'processing')" },
  ],
};

/** The page's index covers all these conditions. */
const CONDITIONS = [
  ['type', 'g.type = :type'],
  ['status', 'g.status = :status'],
  ['model', 'g.model = :model'],
  ['favorite', 'g.favorite = :favorite'],
  ['characterId', "g.request ->> 'character_id' = :characterId"],
] as const;
