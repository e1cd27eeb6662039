import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What upstreams said of steps that failed: the timeline takes it from here, not from histories. */
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
