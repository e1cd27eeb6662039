import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { decodeCursor, encodeCursor } from '../contract/cursor.js';

/** Query parameters that every list accepts. */
export interface PageRequest {
  /** Maximum rows per page, from 1 to 100. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** A list's rows and the cursor of the next page, which is null on the last page. */
export interface Page<T> {
  readonly rows: T[];
  readonly nextCursor: string | null;
}

/**
 * Reads one page of a list ordered by (created_at, id); pages are stable while rows are added.
 * @param query selects the list; order, cursor and length are added by this function
 * @param whole the default number of rows, used without `limit`
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
 * Adds the order and the cursor condition to a list's query.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function seek<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  cursor: string | undefined,
  order: 'ASC' | 'DESC' = 'DESC',
): SelectQueryBuilder<T> {
  const { alias } = query;
  if (cursor !== undefined) skipTo(query, `${alias}.createdAt, ${alias}.id`, cursor, order);
  return query.orderBy(`${alias}.createdAt`, order).addOrderBy(`${alias}.id`, order);
}

/**
 * Adds the condition that columns equal to a list's order are beyond a cursor.
 * @param columns a time and an id, separated by a comma
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function skipTo<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  columns: string,
  cursor: string,
  order: 'ASC' | 'DESC' = 'DESC',
): void {
  const { createdAtMs, id } = decodeCursor(cursor);
  const place = { pageAt: new Date(createdAtMs), pageId: id };
  query.andWhere(`(${columns}) ${order === 'DESC' ? '<' : '>'} (:pageAt, :pageId)`, place);
}
