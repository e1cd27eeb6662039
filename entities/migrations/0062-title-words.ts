import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/**
 * Finds words in the titles and prompts of titled generations, as one text, so that a search may
 * have words of both. Few generations have a title, and the index leaves the others out.
 */
const TITLES = `generation
  USING gin (account_id, (title || ' ' || coalesce(request ->> 'prompt', '')) gin_trgm_ops)
  WITH (fastupdate = off)
  WHERE title IS NOT NULL AND status IN ('completed', 'failed', 'cancelled')`;

/** Adds an index to search titles by words. */
export class TitleWords1763700000062 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndex(runner, 'generation_titles', TITLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generation_titles');
  }
}
