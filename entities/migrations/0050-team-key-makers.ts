import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, fillInBatches } from './online.js';

/** A foreign key on a new, empty column is valid from the start: no row is read. */
const COLUMN = `
ALTER TABLE api_key ADD COLUMN IF NOT EXISTS made_by text
  CONSTRAINT api_key_made_by_fk REFERENCES member (id)`;

/**
 * Fills in the creators of existing team keys from the audit log, from the next 2,000 entries after
 * $1.
 */
const MAKERS_BATCH = `
WITH batch AS (
  SELECT id, actor, member_id, action, target FROM audit_entry WHERE id > $1 ORDER BY id LIMIT 2000
), filled AS (
  UPDATE api_key k SET made_by = m.id FROM batch b, member m
  WHERE b.action = 'key.created' AND b.actor = 'person' AND m.id = b.member_id AND k.id = b.target
    AND k.member_id IS NULL AND k.door = 'v1' AND k.revoked_at IS NULL AND k.made_by IS NULL
)
SELECT max(id) AS last FROM batch`;

/** Adds the member who created a team key. */
export class TeamKeyMakers1763700000050 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMN);
    await fillInBatches(runner, MAKERS_BATCH);
    await createIndex(runner, 'api_key_made_by', 'api_key (made_by) WHERE made_by IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN made_by');
  }
}
