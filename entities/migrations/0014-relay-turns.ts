import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Due workflow starts are found by fairness key and time. A drain leaves as many dead rows as it has
 * started workflows: the table is cleaned after thousands of them, not after a fifth of what it held.
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
