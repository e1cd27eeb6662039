import type { MigrationInterface, QueryRunner } from 'typeorm';

/** PostgreSQL does not write a constant default to existing rows. */
const COUNTER = `
ALTER TABLE account ADD COLUMN IF NOT EXISTS collections integer NOT NULL DEFAULT 0`;

const TABLES = `
CREATE TABLE IF NOT EXISTS collection (
  id text CONSTRAINT collection_pk PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  items integer NOT NULL DEFAULT 0 CONSTRAINT collection_items CHECK (items >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS collection_name ON collection (account_id, lower(name));
CREATE INDEX IF NOT EXISTS collection_page ON collection (account_id, created_at, id);
CREATE TABLE IF NOT EXISTS collection_item (
  collection_id text NOT NULL CONSTRAINT collection_item_collection_fk
    REFERENCES collection (id) ON DELETE CASCADE,
  generation_id text NOT NULL CONSTRAINT collection_item_generation_fk
    REFERENCES generation (id) ON DELETE CASCADE,
  made_at timestamptz(3) NOT NULL,
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT collection_item_pk PRIMARY KEY (collection_id, generation_id)
);
CREATE INDEX IF NOT EXISTS collection_item_page
  ON collection_item (collection_id, made_at, generation_id);
CREATE INDEX IF NOT EXISTS collection_item_generation ON collection_item (generation_id)`;

/** Adds collections of generations, and their number in each account. */
export class Collections1763700000061 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTER);
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE collection_item, collection;
      ALTER TABLE account DROP COLUMN collections`);
  }
}
