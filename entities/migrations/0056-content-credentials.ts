import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
CREATE TABLE IF NOT EXISTS signing_key (
  id text CONSTRAINT signing_key_pk PRIMARY KEY,
  kind text NOT NULL CONSTRAINT signing_key_kind CHECK (kind IN ('root', 'leaf')),
  root_id text,
  certificate text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS content_credential (
  generation_id text NOT NULL CONSTRAINT content_credential_generation_fk
    REFERENCES generation (id) ON DELETE CASCADE,
  sha256 text NOT NULL,
  content_hash text,
  size bigint NOT NULL DEFAULT 0,
  manifest bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT content_credential_pk PRIMARY KEY (generation_id, sha256)
);
CREATE INDEX IF NOT EXISTS content_credential_sha256 ON content_credential (sha256);
CREATE INDEX IF NOT EXISTS content_credential_content ON content_credential (content_hash)`;

/** Adds the keys that sign outputs, and the manifests and hashes of signed outputs. */
export class ContentCredentials1763700000056 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE content_credential, signing_key');
  }
}
