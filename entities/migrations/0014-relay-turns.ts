import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index to find due workflow starts by fairness key and time. A drain leaves one dead row
 * per started workflow, so vacuum runs after thousands of dead rows instead of after a fifth of the
 * table.
 */
export class RelayTurns1763700000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX workflow_start_turn
        ON workflow_start ((coalesce(fairness_key, account_id)), next_try_at);
      ALTER TABLE workflow_start
        SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE workflow_start
        RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);
      DROP INDEX workflow_start_turn;`);
  }
}
