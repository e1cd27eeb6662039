import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

const COLUMNS = `
ALTER TABLE generation ADD COLUMN IF NOT EXISTS title text,
  ADD COLUMN IF NOT EXISTS favorite boolean NOT NULL DEFAULT false`;

/** Adds a title and a favorite mark to generations, and an index for the list of favorites. */
export class TitlesAndFavorites1763700000059 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    const on = 'generation (account_id, created_at DESC, id DESC) WHERE favorite';
    await createIndex(runner, 'generation_favorite_page', on);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generation_favorite_page');
    await runner.query('ALTER TABLE generation DROP COLUMN title, DROP COLUMN favorite');
  }
}
