import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps a start that waits for the relay in the trace of the request that caused it. */
export class Traceparent1763700000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_start ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_start DROP COLUMN traceparent');
  }
}
