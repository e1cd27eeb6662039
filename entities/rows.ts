import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** Runs SQL: a transaction, or the pool, where each statement is its own transaction. */
type Queryable = Pick<DataSource | EntityManager | QueryRunner, 'query'>;

/**
 * TypeORM returns the rows of a SELECT or an INSERT, but a pair of rows and row count for an UPDATE
 * or a DELETE. Only this module handles the difference.
 */
type QueryAnswer = readonly object[] | readonly [rows: readonly object[], count: number];

const isPair = (answer: QueryAnswer): answer is readonly [readonly object[], number] =>
  answer.length === 2 && typeof answer[1] === 'number';

/**
 * Runs a statement.
 * @returns the rows of the SELECT or of RETURNING
 */
export async function queryRows<T extends object>(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const answer: QueryAnswer = await db.query(sql, [...values]);
  return [...(isPair(answer) ? answer[0] : answer)] as T[];
}

/**
 * Runs a statement.
 * @returns its first row, or null if there is none
 */
export async function queryOne<T extends object>(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T | null> {
  return (await queryRows<T>(db, sql, values))[0] ?? null;
}

/**
 * Runs a statement that writes. An INSERT must end with `RETURNING 1`, because TypeORM returns no
 * row count for it.
 * @returns the number of written rows, which decides for callers of a guarded statement
 */
export async function executeAndCount(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const answer: QueryAnswer = await db.query(sql, [...values]);
  return isPair(answer) ? answer[1] : answer.length;
}

/** A statement that each connection prepares once, by name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** The parts of the driver's pool and connections that we use. */
interface Pool {
  connect(): Promise<Connection>;
}
interface Connection {
  query(statement: PreparedStatement & { readonly values: unknown[] }): Promise<{ rows: object[] }>;
  once(event: 'error', listener: () => void): void;
  off(event: 'error', listener: () => void): void;
  /**
   * Returns the connection to the pool.
   * @param broken closes the connection instead of reusing it
   */
  release(broken: boolean): void;
}

/**
 * Runs a prepared statement in one round trip, as its own transaction. Used for the few statements
 * that almost every request needs. PostgreSQL parses and plans it once per connection.
 * @returns its first row, or null if there is none
 */
export async function queryPrepared<T extends object>(
  db: DataSource,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<T | null> {
  const connection = await ((db.driver as PostgresDriver).master as Pool).connect();
  connection.once('error', ignore);
  let isBroken = true;
  try {
    const { rows } = await connection.query({ ...statement, values: [...values] });
    isBroken = false;
    return (rows[0] as T | undefined) ?? null;
  } catch (error) {
    // The error comes from PostgreSQL itself, so the connection is still usable.
    isBroken = (error as { severity?: unknown }).severity !== 'ERROR';
    throw error;
  } finally {
    connection.off('error', ignore);
    connection.release(isBroken);
  }
}

/**
 * Ignores connection errors, because the query rejects as well. Without a listener, the process
 * would end when PostgreSQL restarts.
 */
const ignore = (): void => undefined;
