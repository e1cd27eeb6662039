import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import { RULES, type InvariantRule } from './invariant-rules.js';

export interface Violation extends Omit<InvariantRule, 'query'> {
  /** Violating rows, up to ten. */
  readonly rows: readonly unknown[];
}

/**
 * Checks every invariant in one snapshot, without changes. An empty result means a clean ledger.
 */
export async function checkInvariants(db: EntityManager): Promise<Violation[]> {
  return db.transaction('REPEATABLE READ', async (tx) => {
    const violations: Violation[] = [];
    for (const { invariant, rule, query } of RULES) {
      const rows = await queryRows(tx, `${query} LIMIT 10`);
      if (rows.length > 0) violations.push({ invariant, rule, rows });
    }
    return violations;
  });
}
