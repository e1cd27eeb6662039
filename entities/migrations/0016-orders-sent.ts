import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds when an order was sent, and the result of its cancellation. The default is for workers of
 * the previous release, which do not know the column: their orders count as sent if the row exists.
 */
export class OrdersSent1763700000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE upstream_order
        ADD COLUMN sent_at timestamptz(3) DEFAULT now(),
        ADD COLUMN cancelled_at timestamptz(3),
        ADD COLUMN cancel_outcome text;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE upstream_order
        DROP COLUMN sent_at, DROP COLUMN cancelled_at, DROP COLUMN cancel_outcome;`);
  }
}
