import type { ColumnOptions } from 'typeorm';

/** A number that grows: `bigint` in PostgreSQL, which `pg` returns as text; below 2^53 by far. */
export const COUNT: ColumnOptions = {
  type: 'bigint',
  default: 0,
  transformer: { to: (value: number) => value, from: (value: string) => Number(value) },
};

/** Credits. */
export const CREDITS: ColumnOptions = { ...COUNT };

/** A point in time, to the millisecond that the API shows. */
export const TIME: ColumnOptions = { type: 'timestamptz', precision: 3 };

/** Time of insertion. */
export const CREATED: ColumnOptions = { ...TIME, name: 'created_at', default: () => 'now()' };
