import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sustained rate of generations of an account, and when an account was deleted. */
export class Rights1763700000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account
        ADD COLUMN generations_counted double precision NOT NULL DEFAULT 0,
        ADD COLUMN generations_counted_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD COLUMN deleted_at timestamptz(3);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account DROP COLUMN deleted_at, DROP COLUMN generations_counted_at,
        DROP COLUMN generations_counted;`);
  }
}
