import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, hasRelation } from './online.js';

/**
 * A session acts through a key that nobody can send, so everything that is counted by key includes
 * the session.
 */
const KEYS = `
ALTER TABLE api_key
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN door text NOT NULL DEFAULT 'v1' CONSTRAINT api_key_door CHECK (door IN ('v1', 'app')),
  ADD COLUMN last_used_at timestamptz(3);

ALTER TABLE member
  ADD COLUMN email text,
  ADD COLUMN role text NOT NULL DEFAULT 'developer'
    CONSTRAINT member_role CHECK (role IN ('owner', 'developer', 'viewer'));`;

const DOORS = `
CREATE TABLE session (
  id text CONSTRAINT session_pk PRIMARY KEY,
  token_hash bytea NOT NULL CONSTRAINT session_token UNIQUE,
  account_id text NOT NULL,
  member_id text,
  key_id text NOT NULL,
  operator boolean NOT NULL DEFAULT false,
  opened_by text NOT NULL,
  browser text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX session_account ON session (account_id, created_at);

CREATE TABLE sign_in_link (
  secret_hash bytea CONSTRAINT sign_in_link_pk PRIMARY KEY,
  account_id text NOT NULL,
  member_id text,
  operator boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_link_account ON sign_in_link (account_id);

CREATE TABLE invite (
  id text CONSTRAINT invite_pk PRIMARY KEY,
  secret_hash bytea NOT NULL CONSTRAINT invite_secret UNIQUE,
  account_id text NOT NULL,
  name text NOT NULL,
  email text,
  role text NOT NULL CONSTRAINT invite_role CHECK (role IN ('owner', 'developer', 'viewer')),
  invited_by text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX invite_account ON invite (account_id, created_at);
CREATE INDEX invite_email ON invite (email) WHERE email IS NOT NULL;

CREATE TABLE passkey (
  id text CONSTRAINT passkey_pk PRIMARY KEY,
  credential_id text NOT NULL CONSTRAINT passkey_credential UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  account_id text NOT NULL,
  member_id text,
  name text NOT NULL,
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX passkey_account ON passkey (account_id, created_at);

CREATE TABLE passkey_challenge (
  challenge_hash bytea CONSTRAINT passkey_challenge_pk PRIMARY KEY,
  session_id text,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);

CREATE TABLE audit_entry (
  id text CONSTRAINT audit_entry_pk PRIMARY KEY,
  account_id text NOT NULL,
  actor text NOT NULL CONSTRAINT audit_entry_actor CHECK (actor IN ('person', 'operator')),
  member_id text,
  action text NOT NULL,
  target text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_account ON audit_entry (account_id, created_at, id);`;

/** Creates indexes on existing tables. */
async function createIndexes(runner: QueryRunner): Promise<void> {
  const mailed = 'WHERE removed_at IS NULL AND email IS NOT NULL';
  await createIndex(
    runner,
    'api_key_app',
    `api_key (account_id, member_id) NULLS NOT DISTINCT WHERE door = 'app' AND revoked_at IS NULL`,
    'UNIQUE INDEX',
  );
  await createIndex(runner, 'member_email', `member (account_id, email) ${mailed}`, 'UNIQUE INDEX');
  await createIndex(runner, 'member_by_email', `member (email) ${mailed}`);
  // Index for operators, who list all accounts.
  await createIndex(runner, 'account_page', 'account (created_at, id)');
  const failed = `generation (created_at, id) WHERE status = 'failed'`;
  await createIndex(runner, 'generation_failed', failed);
  await createIndex(runner, 'upstream_order_created', 'upstream_order (created_at)');
}

/** Adds sign-in (sessions, links, invites, passkeys), roles and the audit log. */
export class Identity1763700000019 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (!(await hasRelation(runner, 'session'))) await runner.query(`${KEYS}${DOORS}`);
    await createIndexes(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX account_page, generation_failed, upstream_order_created;
      DROP TABLE audit_entry, passkey_challenge, passkey, invite, sign_in_link, session;
      DELETE FROM api_key WHERE door = 'app' AND id NOT IN (SELECT key_id FROM hold);
      UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE door = 'app';
      DROP INDEX member_by_email, member_email, api_key_app;
      ALTER TABLE member DROP COLUMN role, DROP COLUMN email;
      ALTER TABLE api_key DROP COLUMN last_used_at, DROP COLUMN door, DROP COLUMN name;`);
  }
}
