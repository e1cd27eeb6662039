import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the key that made a signature, so that a library is re-signed once after a key change. */
export class SignedBy1763700000058 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_credential ADD COLUMN IF NOT EXISTS signed_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_credential DROP COLUMN signed_by');
  }
}
