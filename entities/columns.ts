import type { ColumnOptions } from 'typeorm';

/** Credits: `bigint` in PostgreSQL, which `pg` returns as text; below 2^53 by far. */
export const CREDITS: ColumnOptions = {
  type: 'bigint',
  default: 0,
  transformer: { to: (value: number) => value, from: (value: string) => Number(value) },
};

/** A point in time, to the millisecond that the API shows. */
export const TIME: ColumnOptions = { type: 'timestamptz', precision: 3 };

/** Time of insertion. */
export const CREATED: ColumnOptions = { ...TIME, name: 'created_at', default: () => 'now()' };
