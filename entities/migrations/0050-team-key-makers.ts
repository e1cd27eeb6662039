import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCEPT_GENERATION } from '../functions/accept-generation.js';
import { RESERVE_CREDITS } from '../functions/reserve-credits.js';

/** The makers of existing team keys are in the audit log. */
const MAKERS = `
ALTER TABLE api_key ADD COLUMN made_by text
  CONSTRAINT api_key_made_by_fk REFERENCES member (id);
UPDATE api_key k SET made_by = e.member_id
FROM audit_entry e JOIN member m ON m.id = e.member_id
WHERE e.target = k.id AND e.action = 'key.created' AND e.actor = 'person'
  AND k.member_id IS NULL AND k.door = 'v1' AND k.revoked_at IS NULL;
CREATE INDEX api_key_made_by ON api_key (made_by) WHERE made_by IS NOT NULL;`;

/**
 * A team key records the member who made it, and credits are reserved only while the role of the
 * key's member still allows it.
 */
export class TeamKeyMakers1763700000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MAKERS);
    await runner.query('DROP FUNCTION accept_generation, reserve_credits');
    await runner.query(RESERVE_CREDITS);
    await runner.query(ACCEPT_GENERATION);
  }

  /** The earlier functions are gone with their text: the current ones do not read the column. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN made_by');
  }
}
