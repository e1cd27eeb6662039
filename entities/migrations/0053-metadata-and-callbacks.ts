import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceChargeFunctions } from './charge-functions.js';
import { createIndex } from './online.js';

/** PostgreSQL does not write a constant default to existing rows. */
const COLUMNS = `
ALTER TABLE generation ADD COLUMN IF NOT EXISTS metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE social_post ADD COLUMN IF NOT EXISTS metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS callback_ref text`;

/** Like the index of words, covers only ended generations and does not use a pending list. */
const GENERATIONS = `generation
  USING gin (account_id, metadata jsonb_path_ops) WITH (fastupdate = off)
  WHERE metadata <> '{}' AND status IN ('completed', 'failed', 'cancelled')`;

const POSTS = `social_post
  USING gin (account_id, metadata jsonb_path_ops) WITH (fastupdate = off)
  WHERE metadata <> '{}'`;

const CALLBACKS = `
CREATE TABLE IF NOT EXISTS webhook_callback (
  ref_id text CONSTRAINT webhook_callback_pk PRIMARY KEY,
  id text NOT NULL,
  account_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS webhook_callback_id ON webhook_callback (id);
CREATE INDEX IF NOT EXISTS webhook_callback_account ON webhook_callback (account_id);
CREATE INDEX IF NOT EXISTS webhook_callback_age ON webhook_callback (created_at);
CREATE TABLE IF NOT EXISTS callback_secret (
  account_id text CONSTRAINT callback_secret_pk PRIMARY KEY
    CONSTRAINT callback_secret_account_fk REFERENCES account (id),
  secret text NOT NULL,
  previous_secret text,
  previous_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
)`;

/** The log of an account's callbacks. */
const CALLBACK_LOG = `webhook_delivery (account_id, created_at DESC, id DESC)
  WHERE callback_ref IS NOT NULL`;

/**
 * Adds metadata to generations and posts, with indexes for its filters, and the callbacks of
 * requests with their signing secrets.
 */
export class MetadataAndCallbacks1763700000053 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await createIndex(runner, 'generation_metadata', GENERATIONS);
    await createIndex(runner, 'social_post_metadata', POSTS);
    await runner.query(CALLBACKS);
    await createIndex(runner, 'webhook_delivery_callbacks', CALLBACK_LOG);
    await replaceChargeFunctions(runner);
  }

  /**
   * Keeps the functions, which also work without the columns while no request has metadata or a
   * callback.
   */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE generation DROP COLUMN metadata;
      ALTER TABLE social_post DROP COLUMN metadata;
      ALTER TABLE webhook_delivery DROP COLUMN callback_ref;
      DROP TABLE webhook_callback, callback_secret`);
  }
}
