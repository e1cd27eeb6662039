import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/** Adds the code that the watermark of an output carries, and its index. */
export class Watermarks1763700000057 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_credential ADD COLUMN IF NOT EXISTS watermark text');
    const on = 'content_credential (watermark) WHERE watermark IS NOT NULL';
    await createIndex(runner, 'content_credential_watermark', on);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_credential DROP COLUMN watermark');
  }
}
