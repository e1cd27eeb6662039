import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds data for the reconciler: rows that have been open for long, oldest first, and whether their
 * run is alive.
 */
export class OpenRuns1763700000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE generation ADD COLUMN run_seen_at timestamptz(3);
      CREATE INDEX generation_open_since ON generation (created_at, id)
        WHERE status IN ('queued', 'processing');
      CREATE INDEX webhook_delivery_due
        ON webhook_delivery ((coalesce(next_attempt_at, created_at)), id)
        WHERE status IN ('pending', 'delivering');`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_delivery_due;
      DROP INDEX generation_open_since;
      ALTER TABLE generation DROP COLUMN run_seen_at;`);
  }
}
