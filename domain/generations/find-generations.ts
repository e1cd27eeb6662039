import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { GenerationStatus, GenerationType } from '../catalogue/stages.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import { findWords } from './find-words.js';

export interface GenerationFilter extends PageRequest {
  readonly type?: GenerationType;
  readonly status?: GenerationStatus;
  readonly model?: string;
  readonly characterId?: string;
  /** Words that must all occur in the prompt, in any order, also inside longer words. */
  readonly words?: string;
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
    .where('g.accountId = :accountId', { accountId });
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
  if (filter.words !== undefined && filter.words.trim() !== '') {
    const page = { ...filter, limit: filter.limit ?? PAGE_DEFAULT };
    const found = await findWords(db, query, filter.words, page);
    query.andWhere('g.id = ANY(:found)', { found });
  }
  return readPage(query, filter, PAGE_DEFAULT, filter.order);
}

/** The page's index covers all these conditions. */
const CONDITIONS = [
  ['type', 'g.type = :type'],
  ['status', 'g.status = :status'],
  ['model', 'g.model = :model'],
  ['characterId', "g.request ->> 'character_id' = :characterId"],
] as const;
