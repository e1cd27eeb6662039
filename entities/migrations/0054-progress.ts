import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

const COLUMNS = `
ALTER TABLE generation_step ADD COLUMN IF NOT EXISTS position integer,
  ADD COLUMN IF NOT EXISTS fraction real`;

/**
 * Adds the progress reported by providers, and an index of the newest completed generations for
 * duration estimates.
 */
export class Progress1763700000054 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    const on = "generation (completed_at) WHERE status = 'completed'";
    await createIndex(runner, 'generation_completed', on);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generation_completed');
    await runner.query('ALTER TABLE generation_step DROP COLUMN position, DROP COLUMN fraction');
  }
}
