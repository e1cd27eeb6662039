import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { GenerationStatus, GenerationType } from '../catalogue/stages.js';
import { decodeCursor, encodeCursor } from '../contract/cursor.js';

export interface GenerationFilter {
  readonly type?: GenerationType;
  readonly status?: GenerationStatus;
  /** 1 to 100. */
  readonly limit?: number;
  readonly cursor?: string;
}

const PAGE_DEFAULT = 20;

/**
 * One page of an account's generations, newest first.
 * @throws {Refusal} VALIDATION_ERROR for a cursor that is none
 */
export async function listGenerations(
  db: EntityManager,
  accountId: string,
  filter: GenerationFilter,
): Promise<{ rows: Generation[]; nextCursor: string | null }> {
  const limit = filter.limit ?? PAGE_DEFAULT;
  const query = db
    .createQueryBuilder(Generation, 'g')
    .where('g.accountId = :accountId', { accountId })
    .orderBy('g.createdAt', 'DESC')
    .addOrderBy('g.id', 'DESC')
    .limit(limit + 1);
  if (filter.type) query.andWhere('g.type = :type', { type: filter.type });
  if (filter.status) query.andWhere('g.status = :status', { status: filter.status });
  if (filter.cursor) {
    const { createdAtMs, id } = decodeCursor(filter.cursor);
    query.andWhere('(g.createdAt, g.id) < (:at, :id)', { at: new Date(createdAtMs), id });
  }
  const found = await query.getMany();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const nextCursor =
    found.length > limit && last
      ? encodeCursor({ createdAtMs: last.createdAt.getTime(), id: last.id })
      : null;
  return { rows, nextCursor };
}
