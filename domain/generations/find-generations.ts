import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { GenerationStatus, GenerationType } from '../catalogue/stages.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

export interface GenerationFilter extends PageRequest {
  readonly type?: GenerationType;
  readonly status?: GenerationStatus;
}

const PAGE_DEFAULT = 20;

/**
 * One page of an account's generations, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function findGenerations(
  db: EntityManager,
  accountId: string,
  filter: GenerationFilter,
): Promise<Page<Generation>> {
  const query = db
    .createQueryBuilder(Generation, 'g')
    .where('g.accountId = :accountId', { accountId });
  if (filter.type) query.andWhere('g.type = :type', { type: filter.type });
  if (filter.status) query.andWhere('g.status = :status', { status: filter.status });
  return readPage(query, filter, PAGE_DEFAULT);
}
