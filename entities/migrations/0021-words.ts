import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/**
 * Finds words in an account's prompts. Covers only ended generations: a row is rewritten whenever
 * its state changes, and only its last state is worth indexing the prompt. Open generations are few
 * and use the index `generation_open`. No pending list, because the request that finds the list
 * full would have to merge it for all.
 */
const WORDS = `generation
  USING gin (account_id, (request ->> 'prompt') gin_trgm_ops) WITH (fastupdate = off)
  WHERE status IN ('completed', 'failed', 'cancelled')`;

/** Adds an index to search prompts by words without reading every prompt. */
export class Words1763700000021 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE EXTENSION IF NOT EXISTS btree_gin;`);
    await createIndex(runner, 'generation_words', WORDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX generation_words;
      DROP EXTENSION IF EXISTS btree_gin;
      DROP EXTENSION IF EXISTS pg_trgm;`);
  }
}
