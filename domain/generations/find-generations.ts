import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { GenerationStatus, GenerationType } from '../catalogue/stages.js';
import type { Metadata } from '../contract/metadata.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import { findMatches, isRare } from '../durable/find-matches.js';

export interface GenerationFilter extends PageRequest {
  readonly type?: GenerationType;
  readonly status?: GenerationStatus;
  readonly model?: string;
  readonly characterId?: string;
  readonly favorite?: boolean;
  /** Words that must all occur in the prompt, in any order, also inside longer words. */
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
  const { createdAfter, createdBefore } = filter;
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

/** The indexes cover ended generations; there are only a few open ones. */
const SEARCHED = {
  prompt: "g.request ->> 'prompt'",
  metadata: 'g.metadata',
  parts: [
    "g.status IN ('completed', 'failed', 'cancelled')",
    "g.status IN ('queued', 'processing')",
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
