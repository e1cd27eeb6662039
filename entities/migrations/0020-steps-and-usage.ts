import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, fillInBatches, replaceIndex } from './online.js';

const STEPS = `
CREATE TABLE IF NOT EXISTS generation_step (
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
 * The index contains the filter columns after the list order: with any filter, the page is found in
 * the index and no other row is read.
 */
const LISTS = `generation
  (account_id, created_at DESC, id DESC, status, type, model, (request ->> 'character_id'))`;

/** A hold outlives its generation, so it stores the generation's type and model itself. */
const USAGE = `
ALTER TABLE hold ADD COLUMN IF NOT EXISTS type text, ADD COLUMN IF NOT EXISTS model text`;

/** The next 2,000 holds after $1. */
const NAME_BATCH = `
WITH batch AS (SELECT id FROM hold WHERE id > $1 ORDER BY id LIMIT 2000),
named AS (
  UPDATE hold h SET type = g.type, model = g.model FROM batch b, generation g
  WHERE h.id = b.id AND h.type IS NULL AND h.ref_type = 'generation' AND g.id = h.ref_id
)
SELECT max(id) AS last FROM batch`;

/** Adds generation steps, fast filters for the generation list, and credit usage. */
export class StepsAndUsage1763700000020 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STEPS);
    await runner.query(USAGE);
    await fillInBatches(runner, NAME_BATCH);
    await createIndex(runner, 'hold_account', 'hold (account_id, created_at)');
    // Last, because a repeated migration builds this index again.
    await replaceIndex(runner, 'generation_page', LISTS);
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
