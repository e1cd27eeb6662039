import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RESERVE_CREDITS } from '../functions/reserve-credits.js';

/**
 * A charge locks its key exclusively, so that a revocation waits for one charge and not for a gap
 * between all of them. Replacing a function locks no table: charges go on meanwhile.
 */
export class RevokeUnderCharge1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RESERVE_CREDITS.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
  }

  /** The earlier text is gone; the present one suits every schema since 0027. */
  async down(): Promise<void> {}
}
