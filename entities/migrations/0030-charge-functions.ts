import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceChargeFunctions } from './charge-functions.js';

/**
 * Makes a charge lock its key exclusively, so that a revocation waits for one charge and not for a
 * gap between all charges. A charge is now also refused if the role of the key's member no longer
 * allows it.
 */
export class ChargeFunctions1763700000030 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceChargeFunctions(runner);
  }

  /**
   * Does nothing: the earlier text is gone, and the current function works with every schema since
   * 0027.
   */
  async down(): Promise<void> {}
}
