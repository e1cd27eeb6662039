import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds boxes for people's files. Before, an upload's `box_id` was any text of the right format. */
export class UploadBoxes1763700000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Tables and indexes share their names.
      ALTER INDEX upload_box RENAME TO upload_of_box;
      CREATE TABLE upload_box (
        id text NOT NULL CONSTRAINT upload_box_pk PRIMARY KEY,
        account_id text NOT NULL,
        key_id text NOT NULL,
        purpose text,
        accept text[] NOT NULL,
        files integer NOT NULL DEFAULT 0,
        bytes bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT upload_box_accept CHECK (cardinality(accept) > 0)
      );
      CREATE INDEX upload_box_account ON upload_box (account_id, expires_at);
      CREATE INDEX upload_box_expiry ON upload_box (expires_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE upload_box;
      ALTER INDEX upload_of_box RENAME TO upload_box;`);
  }
}
