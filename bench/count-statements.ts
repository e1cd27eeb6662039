import pg from 'pg';

/**
 * Counts the SQL statements that this process sends from now on.
 * @returns a function that returns the count so far
 */
export function countStatements(): () => number {
  let count = 0;
  const real: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof real !== 'function') throw new Error('pg has no query to count');
  Reflect.set(
    pg.Client.prototype,
    'query',
    function counted(this: pg.Client, ...args: unknown[]): unknown {
      count += 1;
      return Reflect.apply(real, this, args);
    },
  );
  return () => count;
}
