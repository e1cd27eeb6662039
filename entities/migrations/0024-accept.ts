import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCEPT_GENERATION } from '../functions/accept-generation.js';
import { RESERVE_CREDITS } from '../functions/reserve-credits.js';

/**
 * Adds the function that accepts a generation in one call. Its text is in entities/functions/; a
 * later change is applied by a migration that replaces the function in place.
 */
export class Accept1763700000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RESERVE_CREDITS);
    await runner.query(ACCEPT_GENERATION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION accept_generation, reserve_credits');
  }
}
