import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
CREATE TABLE IF NOT EXISTS unkeyed_request (
  id text CONSTRAINT unkeyed_request_pk PRIMARY KEY,
  account_id text NOT NULL,
  fingerprint text NOT NULL,
  attempt integer NOT NULL,
  delivery text NOT NULL,
  touched_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS unkeyed_request_same ON unkeyed_request (account_id, fingerprint);
CREATE INDEX IF NOT EXISTS unkeyed_request_age ON unkeyed_request (touched_at)`;

/**
 * Adds requests without an Idempotency-Key that may be retried. The table is new, so the migration
 * does not wait for locks.
 */
export class UnkeyedRequests1763700000052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unkeyed_request');
  }
}
