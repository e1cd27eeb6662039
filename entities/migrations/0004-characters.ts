import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds characters and products, with their counts per account. */
export class Characters1763700000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE character (
        id text CONSTRAINT character_pk PRIMARY KEY,
        account_id text NOT NULL,
        name text NOT NULL,
        gender text NOT NULL,
        voice_key text,
        type text NOT NULL,
        preset_base_id text,
        photos jsonb NOT NULL,
        analysis jsonb,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT character_type CHECK (type IN ('photo', 'preset'))
      );
      CREATE INDEX character_account ON character (account_id, created_at);

      CREATE TABLE product (
        id text CONSTRAINT product_pk PRIMARY KEY,
        account_id text NOT NULL,
        name text NOT NULL,
        category text,
        photos jsonb NOT NULL,
        analysis jsonb,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE INDEX product_account ON product (account_id, created_at);

      ALTER TABLE account
        ADD COLUMN characters integer NOT NULL DEFAULT 0,
        ADD COLUMN products integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT account_subjects CHECK (characters >= 0 AND products >= 0);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account
        DROP CONSTRAINT account_subjects, DROP COLUMN products, DROP COLUMN characters;
      DROP TABLE product, character;`);
  }
}
