import type { ColumnOptions } from 'typeorm';

/** A growing number: `bigint` in PostgreSQL, which `pg` returns as text; far below 2^53. */
export const COUNT: ColumnOptions = {
  type: 'bigint',
  default: 0,
  transformer: { to: (value: number) => value, from: (value: string) => Number(value) },
};

/** An amount in credits. */
export const CREDITS: ColumnOptions = { ...COUNT };

/** A point in time with millisecond precision, like the API. */
export const TIME: ColumnOptions = { type: 'timestamptz', precision: 3 };

/** Time of insertion. */
export const CREATED: ColumnOptions = { ...TIME, name: 'created_at', default: () => 'now()' };
