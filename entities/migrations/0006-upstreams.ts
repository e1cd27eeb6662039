import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds orders placed with upstreams, the health of model sources, and prompts written by a text
 * model.
 */
export class Upstreams1763700000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upstream_order (
        generation_id text,
        attempt integer,
        provider text NOT NULL,
        upstream_model text NOT NULL,
        ref jsonb,
        cost_usd double precision,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        placed_at timestamptz(3),
        CONSTRAINT upstream_order_pk PRIMARY KEY (generation_id, attempt)
      );

      CREATE TABLE route_health (
        provider text,
        upstream_model text,
        failures integer NOT NULL,
        rests_until timestamptz(3) NOT NULL,
        CONSTRAINT route_health_pk PRIMARY KEY (provider, upstream_model)
      ) WITH (fillfactor = 50);

      ALTER TABLE generation ADD COLUMN options jsonb NOT NULL DEFAULT '{}';
      ALTER TABLE generation ADD COLUMN written jsonb NOT NULL DEFAULT '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE generation DROP COLUMN written, DROP COLUMN options;
      DROP TABLE route_health, upstream_order;`);
  }
}
