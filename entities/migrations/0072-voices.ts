import type { MigrationInterface, QueryRunner } from 'typeorm';

/** PostgreSQL does not write a constant default to existing rows. */
const COUNTER = `
ALTER TABLE account ADD COLUMN IF NOT EXISTS voices integer NOT NULL DEFAULT 0`;

const TABLE = `
CREATE TABLE IF NOT EXISTS voice (
  id text CONSTRAINT voice_pk PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  gender text NOT NULL CONSTRAINT voice_gender CHECK (gender IN ('female', 'male', 'neutral')),
  language text NOT NULL,
  recording text NOT NULL,
  speaker text NOT NULL,
  statement text NOT NULL,
  key_id text NOT NULL,
  answer_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS voice_account ON voice (account_id, created_at, id)`;

/** Adds cloned voices, and their number in each account. */
export class Voices1763700000072 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTER);
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE voice;
      ALTER TABLE account DROP COLUMN voices`);
  }
}
