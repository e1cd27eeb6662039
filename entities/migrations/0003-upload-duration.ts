import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the length of video and audio, as measured by the check. */
export class UploadDuration1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD COLUMN duration_seconds double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload DROP COLUMN duration_seconds');
  }
}
