import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceChargeFunctions } from './charge-functions.js';
import { createIndex } from './online.js';

/** A constant default is not written to existing rows. */
const COLUMNS = `
ALTER TABLE generation ADD COLUMN IF NOT EXISTS metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE social_post ADD COLUMN IF NOT EXISTS metadata jsonb NOT NULL DEFAULT '{}'`;

/** Like the index of words: covers only the last state of a generation, and has no pending list. */
const GENERATIONS = `generation
  USING gin (account_id, metadata jsonb_path_ops) WITH (fastupdate = off)
  WHERE metadata <> '{}' AND status IN ('completed', 'failed', 'cancelled')`;

const POSTS = `social_post
  USING gin (account_id, metadata jsonb_path_ops) WITH (fastupdate = off)
  WHERE metadata <> '{}'`;

/** Adds metadata to generations and posts, with indexes for its filters. */
export class MetadataAndCallbacks1763700000053 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await createIndex(runner, 'generation_metadata', GENERATIONS);
    await createIndex(runner, 'social_post_metadata', POSTS);
    await replaceChargeFunctions(runner);
  }

  /** The functions also work without the columns, as long as no request has metadata. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE generation DROP COLUMN metadata;
      ALTER TABLE social_post DROP COLUMN metadata`);
  }
}
