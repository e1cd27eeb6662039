import type { QueryRunner } from 'typeorm';
import { ACCEPT_GENERATION } from '../functions/accept-generation.js';
import { RESERVE_CREDITS } from '../functions/reserve-credits.js';

const CREATE = `${RESERVE_CREDITS};\n${ACCEPT_GENERATION}`;
const IN_PLACE = CREATE.replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

/** SQLSTATE if `CREATE OR REPLACE` would change a function's return type. */
const INVALID_FUNCTION_DEFINITION = '42P13';

/**
 * Updates the functions that charge. Replacing them in place locks no table, and a charge in
 * progress finishes with the earlier version. Dropping them would make that charge fail: `cache
 * lookup failed for function`. Only a database between two releases can have functions with another
 * return type, which must be dropped.
 */
export async function replaceChargeFunctions(runner: QueryRunner): Promise<void> {
  // Each query is one implicit transaction, so no call sees only one of the two functions replaced.
  try {
    await runner.query(IN_PLACE);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INVALID_FUNCTION_DEFINITION) throw error;
    await runner.query(`DROP FUNCTION accept_generation, reserve_credits; ${CREATE}`);
  }
}
