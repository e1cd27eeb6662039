import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/**
 * Finds words in the prompts of an account. Only ended generations are in it: a row is written anew
 * whenever its state changes, and only its last state is worth the pieces of its prompt. Those that
 * are open are few and have the index `generation_open`. Without a list of its own that waits to be
 * merged, since whoever comes when that is full would wait for all.
 */
const WORDS = `generation
  USING gin (account_id, (request ->> 'prompt') gin_trgm_ops) WITH (fastupdate = off)
  WHERE status IN ('completed', 'failed', 'cancelled')`;

/** Words of prompts are found without reading every prompt. */
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
