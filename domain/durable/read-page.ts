import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { decodeCursor, encodeCursor } from '../contract/cursor.js';

/** What every list takes. */
export interface PageRequest {
  /** 1 to 100. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** Some rows of a list, and where the next page begins; null when there is none. */
export interface Page<T> {
  readonly rows: T[];
  readonly nextCursor: string | null;
}

/**
 * One page of a list that is ordered by (created_at, id): stable while rows are added.
 * @param query selects the list; order, cursor and length are added here
 * @param whole how many rows a request without `limit` gets
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function readPage<T extends ObjectLiteral & { id: string; createdAt: Date }>(
  query: SelectQueryBuilder<T>,
  { limit, cursor }: PageRequest,
  whole: number,
  order: 'ASC' | 'DESC' = 'DESC',
): Promise<Page<T>> {
  const length = limit ?? whole;
  const found = await seek(query, cursor, order)
    .limit(length + 1)
    .getMany();
  const rows = found.slice(0, length);
  const last = rows.at(-1);
  const isMore = found.length > length && last !== undefined;
  return {
    rows,
    nextCursor: isMore
      ? encodeCursor({ createdAtMs: last.createdAt.getTime(), id: last.id })
      : null,
  };
}

/**
 * Puts the order of a list into its query, and begins behind the cursor.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function seek<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  cursor: string | undefined,
  order: 'ASC' | 'DESC' = 'DESC',
): SelectQueryBuilder<T> {
  const { alias } = query;
  if (cursor !== undefined) {
    const { createdAtMs, id } = decodeCursor(cursor);
    const place = { pageAt: new Date(createdAtMs), pageId: id };
    const beyond = order === 'DESC' ? '<' : '>';
    query.andWhere(`(${alias}.createdAt, ${alias}.id) ${beyond} (:pageAt, :pageId)`, place);
  }
  return query.orderBy(`${alias}.createdAt`, order).addOrderBy(`${alias}.id`, order);
}
