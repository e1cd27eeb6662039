import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, hasRelation } from './online.js';

const COLUMNS = `
ALTER TABLE account
  ADD COLUMN generations_counted double precision NOT NULL DEFAULT 0,
  ADD COLUMN generations_counted_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE member ADD COLUMN removed_at timestamptz(3);

CREATE TABLE sweep_place (
  prefix text CONSTRAINT sweep_place_pk PRIMARY KEY,
  last_key text NOT NULL
);`;

const ANSWERS = `idempotency_key
  (account_id, substring(body from '^\\{"id":"(gen_[0-9a-f]{32})"'))
  WHERE body LIKE '{"id":"gen\\_%'`;

/** Adds an account's sustained rate, and the data kept from deleted generations and accounts. */
export class Rights1763700000011 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (!(await hasRelation(runner, 'sweep_place'))) await runner.query(COLUMNS);
    // Finds the stored responses of a deleted generation: its id is the first field of each
    // response.
    await createIndex(runner, 'idempotency_key_generation', ANSWERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sweep_place;
      DROP INDEX idempotency_key_generation;
      ALTER TABLE member DROP COLUMN removed_at;
      ALTER TABLE account DROP COLUMN deleted_at, DROP COLUMN generations_counted_at,
        DROP COLUMN generations_counted;`);
  }
}
