import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long video and audio last, as it was measured when they were checked. */
export class UploadDuration1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD COLUMN duration_seconds double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload DROP COLUMN duration_seconds');
  }
}
