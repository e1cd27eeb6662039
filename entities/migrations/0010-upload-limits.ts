import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds import attempts per account and URL; the refused file of a signed upload, so that it is not
 * checked again; and leftover staged files.
 */
export class UploadLimits1763700000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE import_source (
        account_id text,
        source text,
        since timestamptz(3) NOT NULL,
        failed integer NOT NULL,
        under_way integer NOT NULL,
        CONSTRAINT import_source_pk PRIMARY KEY (account_id, source)
      ) WITH (fillfactor = 50);
      CREATE INDEX import_source_since ON import_source (since);

      ALTER TABLE upload ADD COLUMN judged_etag text, ADD COLUMN judged_message text;
      CREATE INDEX upload_staged ON upload (upload_expires_at)
        WHERE status = 'pending' AND staging_key IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX upload_staged;
      ALTER TABLE upload DROP COLUMN judged_message, DROP COLUMN judged_etag;
      DROP TABLE import_source;`);
  }
}
