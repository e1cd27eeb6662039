import type { MigrationInterface, QueryRunner } from 'typeorm';

const STEPS = `
CREATE TABLE generation_step (
  generation_id text NOT NULL CONSTRAINT generation_step_generation_fk
    REFERENCES generation (id) ON DELETE CASCADE,
  stage text NOT NULL,
  attempt integer NOT NULL,
  provider text,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  outcome text,
  CONSTRAINT generation_step_pk PRIMARY KEY (generation_id, stage, attempt),
  CONSTRAINT generation_step_end CHECK ((ended_at IS NULL) = (outcome IS NULL))
);`;

/**
 * What a list is filtered by stands behind its order in one index: whatever the filter, the page is
 * found in the index and no other row is read.
 */
const LISTS = `
DROP INDEX generation_page;
CREATE INDEX generation_page ON generation
  (account_id, created_at DESC, id DESC, status, type, model, (request ->> 'character_id'));`;

/** A hold outlives its generation, so it says itself what it was for. */
const USAGE = `
ALTER TABLE hold ADD COLUMN type text, ADD COLUMN model text;
UPDATE hold h SET type = g.type, model = g.model FROM generation g
  WHERE h.ref_type = 'generation' AND h.ref_id = g.id;
CREATE INDEX hold_account ON hold (account_id, created_at);`;

/** The steps of generations, fast filters of their list, and what credits were used for. */
export class StepsAndUsage1763700000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STEPS);
    await runner.query(LISTS);
    await runner.query(USAGE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX hold_account;
      ALTER TABLE hold DROP COLUMN model, DROP COLUMN type;
      DROP INDEX generation_page;
      CREATE INDEX generation_page ON generation (account_id, created_at DESC, id DESC);
      DROP TABLE generation_step;`);
  }
}
