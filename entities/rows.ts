import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** What runs SQL: a transaction, or the pool, where each statement is its own transaction. */
type Queryable = Pick<DataSource | EntityManager | QueryRunner, 'query'>;

/**
 * TypeORM answers a SELECT or an INSERT with its rows, an UPDATE or a DELETE with a pair of rows
 * and their count. Only this file knows that.
 */
type Answer = readonly object[] | readonly [rows: readonly object[], count: number];

const isPair = (answer: Answer): answer is readonly [readonly object[], number] =>
  answer.length === 2 && typeof answer[1] === 'number';

/** Runs a statement. @returns the rows of a SELECT, or those of RETURNING */
export async function rowsOf<T extends object>(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const answer: Answer = await db.query(sql, [...values]);
  return [...(isPair(answer) ? answer[0] : answer)] as T[];
}

/** Runs a statement. @returns its first row, or null when there is none */
export async function oneOf<T extends object>(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T | null> {
  return (await rowsOf<T>(db, sql, values))[0] ?? null;
}

/**
 * Runs a statement that writes. An INSERT must end with `RETURNING 1`, because TypeORM gives no
 * count for it.
 * @returns how many rows it has written; callers of a guarded statement go on by this count
 */
export async function affected(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const answer: Answer = await db.query(sql, [...values]);
  return isPair(answer) ? answer[1] : answer.length;
}
