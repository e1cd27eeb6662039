import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the providers of a generation's picture and clip. */
export class Makers1763700000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE generation ADD COLUMN makers jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE generation DROP COLUMN makers');
  }
}
