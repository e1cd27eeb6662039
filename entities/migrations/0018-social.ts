import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNTS = `
CREATE TABLE social_account (
  id text CONSTRAINT social_account_pk PRIMARY KEY,
  account_id text NOT NULL CONSTRAINT social_account_account_fk REFERENCES account (id),
  character_id text NOT NULL,
  platform text NOT NULL CONSTRAINT social_account_platform
    CHECK (platform IN ('instagram', 'tiktok', 'youtube', 'threads', 'twitter')),
  remote_id text NOT NULL,
  username text NOT NULL,
  scopes text[] NOT NULL,
  state text NOT NULL DEFAULT 'connected'
    CONSTRAINT social_account_state CHECK (state IN ('connected', 'needs_login')),
  tokens text NOT NULL,
  token_version integer NOT NULL DEFAULT 1,
  tokens_at timestamptz(3) NOT NULL,
  access_expires_at timestamptz(3),
  next_refresh_at timestamptz(3) NOT NULL,
  fee_credits bigint NOT NULL DEFAULT 0,
  fee_period integer NOT NULL DEFAULT 0,
  fee_due_at timestamptz(3) NOT NULL,
  payment_due boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT social_account_place UNIQUE (character_id, platform)
);
CREATE INDEX social_account_account ON social_account (account_id, created_at);
CREATE INDEX social_account_refresh ON social_account (next_refresh_at);
CREATE INDEX social_account_fee ON social_account (fee_due_at);

CREATE TABLE social_fee (
  id text CONSTRAINT social_fee_pk PRIMARY KEY,
  account_id text NOT NULL,
  platform text NOT NULL,
  remote_id text NOT NULL,
  paid_for text NOT NULL,
  credits bigint NOT NULL,
  paid_until timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX social_fee_remote ON social_fee (account_id, platform, remote_id, paid_until);
CREATE INDEX social_fee_paid_for ON social_fee (paid_for);

CREATE TABLE social_connect_link (
  token_hash text CONSTRAINT social_connect_link_pk PRIMARY KEY,
  account_id text NOT NULL,
  character_id text NOT NULL,
  platform text NOT NULL,
  redirect_url text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  state_hash text,
  browser_hash text,
  verifier text,
  used_at timestamptz(3),
  sent_to text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX social_connect_link_age ON social_connect_link (expires_at);
CREATE UNIQUE INDEX social_connect_link_state ON social_connect_link (state_hash);`;

const POSTS = `
CREATE TABLE social_post (
  id text CONSTRAINT social_post_pk PRIMARY KEY,
  account_id text NOT NULL,
  key_id text NOT NULL,
  character_id text NOT NULL,
  platforms text[] NOT NULL,
  caption text,
  generation_ids text[] NOT NULL,
  scheduled_at text,
  due_at timestamptz(3) NOT NULL,
  settings jsonb NOT NULL,
  notes jsonb NOT NULL DEFAULT '[]',
  media text NOT NULL,
  sources jsonb NOT NULL,
  status text NOT NULL CONSTRAINT social_post_status
    CHECK (status IN ('scheduled', 'published', 'partial', 'failed', 'cancelled')),
  credits integer NOT NULL,
  refunded_credits integer NOT NULL DEFAULT 0
    CONSTRAINT social_post_refund CHECK (refunded_credits BETWEEN 0 AND credits),
  version integer NOT NULL DEFAULT 1,
  proposal jsonb,
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  run_seen_at timestamptz(3),
  CONSTRAINT social_post_settled CHECK ((settled_at IS NULL) = (status = 'scheduled'))
);
CREATE INDEX social_post_page ON social_post (account_id, created_at DESC, id DESC);
CREATE INDEX social_post_open ON social_post (account_id) WHERE status = 'scheduled';
CREATE INDEX social_post_due ON social_post (due_at, id) WHERE status = 'scheduled';

CREATE TABLE social_publication (
  post_id text NOT NULL CONSTRAINT social_publication_post_fk
    REFERENCES social_post (id) ON DELETE CASCADE,
  platform text NOT NULL,
  social_account_id text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT social_publication_state
    CHECK (state IN ('waiting', 'preparing', 'armed', 'published', 'failed', 'cancelled')),
  credits integer NOT NULL,
  attempt_no integer NOT NULL DEFAULT 0,
  sent_no integer NOT NULL DEFAULT 0,
  open_until timestamptz(3),
  refs jsonb NOT NULL DEFAULT '{}',
  renditions jsonb NOT NULL DEFAULT '[]',
  sent_text text,
  armed_at timestamptz(3),
  remote_post_id text,
  url text,
  error_code text,
  platform_code text,
  settled_at timestamptz(3),
  found_at timestamptz(3),
  CONSTRAINT social_publication_pk PRIMARY KEY (post_id, platform),
  CONSTRAINT social_publication_error
    CHECK ((state IN ('failed', 'cancelled')) = (error_code IS NOT NULL)),
  CONSTRAINT social_publication_sent CHECK (sent_no BETWEEN 0 AND attempt_no)
);
CREATE INDEX social_publication_account ON social_publication (social_account_id);

CREATE TABLE media_fetch (
  key text CONSTRAINT media_fetch_pk PRIMARY KEY,
  post_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE social_lane (
  lane text CONSTRAINT social_lane_pk PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz(3) NOT NULL
);

CREATE TABLE social_quota (
  name text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  used integer NOT NULL,
  CONSTRAINT social_quota_pk PRIMARY KEY (name, window_start)
);`;

/** Adds connected accounts, and posts to them. */
export class Social1763700000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNTS);
    await runner.query(POSTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE social_quota, social_lane, media_fetch, social_publication, social_post,
        social_connect_link, social_fee, social_account`);
  }
}
