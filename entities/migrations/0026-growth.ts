import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex, hasRelation } from './online.js';
import { sumHolds } from './sum-holds.js';

const SUMS = `
CREATE TABLE usage_day (
  account_id text NOT NULL,
  day date NOT NULL,
  key_id text NOT NULL,
  ref_type text NOT NULL,
  type text NOT NULL,
  model text NOT NULL,
  holds integer NOT NULL,
  credits bigint NOT NULL,
  CONSTRAINT usage_day_pk PRIMARY KEY (account_id, day, key_id, ref_type, type, model)
);`;

/**
 * Updates a day's sums by the difference that a change to a hold makes. Runs at the end of the
 * statement, when the account is locked, so it never waits for another transaction. An inserted row
 * has no OLD, a removed row no NEW: then all columns are null.
 */
export const SUM = `
CREATE FUNCTION sum_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_day AS u
    (account_id, day, key_id, ref_type, type, model, holds, credits)
  SELECT account_id, (created_at AT TIME ZONE 'UTC')::date, key_id, ref_type,
    coalesce(type, ''), coalesce(model, ''), sum(n),
    sum(n * CASE state WHEN 'open' THEN sub + pur ELSE settled_sub + settled_pur END)
  FROM (SELECT 1 AS n, NEW.* UNION ALL SELECT -1, OLD.*) AS h
  WHERE account_id IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6
  HAVING sum(n) <> 0
    OR sum(n * CASE state WHEN 'open' THEN sub + pur ELSE settled_sub + settled_pur END) <> 0
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (account_id, day, key_id, ref_type, type, model)
    DO UPDATE SET holds = u.holds + excluded.holds, credits = u.credits + excluded.credits;
  RETURN NULL;
END $$;
CREATE TRIGGER hold_summed AFTER INSERT OR UPDATE OR DELETE ON hold
  FOR EACH ROW EXECUTE FUNCTION sum_usage();`;

/**
 * Without these indexes, a filter that few rows match would read the whole list by
 * `generation_page`. Rare values have a partial index, which costs nothing for other rows; models
 * have a complete index.
 */
const FILTERS = {
  generation_unfinished_page: `generation (account_id, created_at DESC, id DESC, status)
    WHERE status IN ('failed', 'cancelled')`,
  generation_video_page: `generation (account_id, created_at DESC, id DESC)
    WHERE type = 'video'`,
  generation_character_page: `generation
    (account_id, (request ->> 'character_id'), created_at DESC, id DESC)
    WHERE request ->> 'character_id' IS NOT NULL`,
  generation_model_page: 'generation (account_id, model, created_at DESC, id DESC)',
} as const;

/**
 * Keeps pages fast with large tables: usage is stored as daily sums instead of being summed from
 * holds, and each filter of the generation list has an index.
 */
export class Growth1763700000026 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (!(await hasRelation(runner, 'usage_day'))) await runner.query(`${SUMS}${SUM}`);
    // If this index is missing, an earlier run has already built the sums.
    if (await hasRelation(runner, 'hold_account')) await sumHolds(runner);
    await dropIndex(runner, 'hold_account');
    for (const [name, on] of Object.entries(FILTERS)) await createIndex(runner, name, on);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX generation_unfinished_page, generation_video_page, generation_character_page,
        generation_model_page;
      CREATE INDEX hold_account ON hold (account_id, created_at);
      DROP TRIGGER hold_summed ON hold;
      DROP FUNCTION sum_usage;
      DROP TABLE usage_day;`);
  }
}
