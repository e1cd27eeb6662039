import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds daily calls to the vision model, and the photos that an analysis describes. */
export class VisionCalls1763700000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE daily_usage ADD COLUMN vision_calls integer NOT NULL DEFAULT 0;
      ALTER TABLE character ADD COLUMN photos_hash text;
      ALTER TABLE product ADD COLUMN photos_hash text;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE product DROP COLUMN photos_hash;
      ALTER TABLE character DROP COLUMN photos_hash;
      ALTER TABLE daily_usage DROP COLUMN vision_calls;`);
  }
}
