import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pixel sizes of pictures and clips: an edit keeps the shape of its scene. */
export class UploadSize1763700000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD COLUMN width integer, ADD COLUMN height integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload DROP COLUMN height, DROP COLUMN width');
  }
}
