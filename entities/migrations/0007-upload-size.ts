import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pixel sizes of pictures and clips: an edit keeps its scene's shape. */
export class UploadSize1763700000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD COLUMN width integer, ADD COLUMN height integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload DROP COLUMN height, DROP COLUMN width');
  }
}
