import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RESERVE_CREDITS } from '../functions/reserve-credits.js';

/**
 * A charge locks its key exclusively, so that a revocation waits for one charge and not for a gap
 * between charges. Replacing a function locks no table, so charges continue.
 */
export class RevokeUnderCharge1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RESERVE_CREDITS.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
  }

  /** The earlier text is gone; the current function works with every schema since 0027. */
  async down(): Promise<void> {}
}
