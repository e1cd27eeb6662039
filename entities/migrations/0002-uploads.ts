import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds uploads, the daily allowance, and generations' input files. */
export class Uploads1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload (
        id text CONSTRAINT upload_pk PRIMARY KEY,
        account_id text NOT NULL,
        status text NOT NULL,
        kind text NOT NULL,
        content_type text NOT NULL,
        size bigint,
        declared_size bigint,
        staging_key text,
        object_key text,
        source_key text,
        box_id text,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        upload_expires_at timestamptz(3),
        CONSTRAINT upload_source UNIQUE (account_id, source_key),
        CONSTRAINT upload_status CHECK (status IN ('staging', 'pending', 'ready')),
        CONSTRAINT upload_ready CHECK (
          status <> 'ready' OR (object_key IS NOT NULL AND size IS NOT NULL))
      );
      CREATE INDEX upload_box ON upload (account_id, box_id, created_at) WHERE box_id IS NOT NULL;
      CREATE INDEX upload_expiry ON upload (expires_at);

      CREATE TABLE daily_usage (
        account_id text,
        day date,
        files integer NOT NULL DEFAULT 0,
        bytes bigint NOT NULL DEFAULT 0,
        CONSTRAINT daily_usage_pk PRIMARY KEY (account_id, day)
      ) WITH (fillfactor = 50);

      ALTER TABLE generation ADD COLUMN inputs jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE generation ADD COLUMN analysis jsonb NOT NULL DEFAULT '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE generation DROP COLUMN analysis, DROP COLUMN inputs;
      DROP TABLE daily_usage, upload;`);
  }
}
