import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasRelation } from './online.js';

/** Like a session, an agent acts through a key that nobody can send. */
const KEYS = `
ALTER TABLE api_key DROP CONSTRAINT api_key_door,
  ADD CONSTRAINT api_key_door CHECK (door IN ('v1', 'app', 'mcp')) NOT VALID;
ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_actor,
  ADD CONSTRAINT audit_entry_actor CHECK (actor IN ('person', 'operator', 'agent')) NOT VALID;`;

/** Reads the tables without blocking writers. */
const CHECK_ROWS = [
  'ALTER TABLE api_key VALIDATE CONSTRAINT api_key_door',
  'ALTER TABLE audit_entry VALIDATE CONSTRAINT audit_entry_actor',
];

const AGENTS = `
CREATE TABLE agent_grant (
  id text CONSTRAINT agent_grant_pk PRIMARY KEY,
  account_id text NOT NULL,
  member_id text,
  key_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  client_host text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX agent_grant_account ON agent_grant (account_id, created_at);
CREATE INDEX agent_grant_member ON agent_grant (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX agent_grant_age ON agent_grant (expires_at);

CREATE TABLE oauth_record (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  account_id text,
  consumed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT oauth_record_pk PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_record_grant ON oauth_record (grant_id, model, created_at)
  WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_record_account ON oauth_record (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX oauth_record_age ON oauth_record (expires_at);`;

/** Adds agent grants, and the records of their sign-in. */
export class Agents1763700000022 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (!(await hasRelation(runner, 'agent_grant'))) await runner.query(`${KEYS}${AGENTS}`);
    for (const statement of CHECK_ROWS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE oauth_record, agent_grant;
      DELETE FROM audit_entry WHERE actor = 'agent';
      ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_actor,
        ADD CONSTRAINT audit_entry_actor CHECK (actor IN ('person', 'operator'));
      UPDATE api_key SET door = 'v1', revoked_at = coalesce(revoked_at, now()) WHERE door = 'mcp';
      ALTER TABLE api_key DROP CONSTRAINT api_key_door,
        ADD CONSTRAINT api_key_door CHECK (door IN ('v1', 'app'));`);
  }
}
