import type { EntityManager } from 'typeorm';

/** Sets the timeout of each following statement of a transaction. */
export const limitStatements = (tx: EntityManager, ms: number): Promise<unknown> =>
  tx.query(`SET LOCAL statement_timeout = ${ms}`);
