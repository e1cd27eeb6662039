import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages of upstreams about failed steps: the timeline reads them here, not in histories. */
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
