import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds upstream messages about failed steps: the timeline reads them from the row, not from
 * histories.
 */
export class FailureTexts1763700000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE generation ADD COLUMN failure_texts jsonb NOT NULL DEFAULT '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE generation DROP COLUMN failure_texts');
  }
}
