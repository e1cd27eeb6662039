import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNTS = `
CREATE TABLE account (
  id text CONSTRAINT account_pk PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL,
  raised_limits jsonb NOT NULL DEFAULT '{}',
  sub bigint NOT NULL DEFAULT 0,
  pur bigint NOT NULL DEFAULT 0,
  held_sub bigint NOT NULL DEFAULT 0,
  held_pur bigint NOT NULL DEFAULT 0,
  active_jobs integer NOT NULL DEFAULT 0,
  low_notified_on date,
  suspended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT account_no_negative CHECK (
    sub >= 0 AND pur >= 0 AND held_sub >= 0 AND held_pur >= 0 AND active_jobs >= 0)
) WITH (fillfactor = 50);

CREATE TABLE member (
  id text CONSTRAINT member_pk PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT member_account_fk FOREIGN KEY (account_id) REFERENCES account (id)
);
CREATE INDEX member_account ON member (account_id);

CREATE TABLE api_key (
  id text CONSTRAINT api_key_pk PRIMARY KEY,
  account_id text NOT NULL,
  member_id text,
  hash bytea NOT NULL,
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  monthly_cap integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  CONSTRAINT api_key_hash UNIQUE (hash),
  CONSTRAINT api_key_account_fk FOREIGN KEY (account_id) REFERENCES account (id),
  CONSTRAINT api_key_member_fk FOREIGN KEY (member_id) REFERENCES member (id),
  CONSTRAINT api_key_cap CHECK (monthly_cap >= 0)
);
CREATE INDEX api_key_account ON api_key (account_id);

-- Forgotten after a crash of PostgreSQL, which costs at most one extra burst per key.
CREATE UNLOGGED TABLE rate_bucket (
  key_id text CONSTRAINT rate_bucket_pk PRIMARY KEY,
  tat timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE key_month (
  key_id text,
  month date,
  spent bigint NOT NULL DEFAULT 0,
  CONSTRAINT key_month_pk PRIMARY KEY (key_id, month),
  CONSTRAINT key_month_no_negative CHECK (spent >= 0)
) WITH (fillfactor = 50);`;

const GENERATIONS = `
CREATE TABLE generation (
  id text CONSTRAINT generation_pk PRIMARY KEY,
  account_id text NOT NULL,
  key_id text NOT NULL,
  type text NOT NULL,
  model text NOT NULL,
  status text NOT NULL,
  credits integer NOT NULL,
  refunded_credits integer NOT NULL DEFAULT 0,
  request jsonb NOT NULL,
  output_key text,
  thumbnail_key text,
  error jsonb,
  timeline jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  CONSTRAINT generation_refund CHECK (refunded_credits BETWEEN 0 AND credits)
) WITH (fillfactor = 70);
CREATE INDEX generation_page ON generation (account_id, created_at DESC, id DESC);
CREATE INDEX generation_open ON generation (account_id) WHERE status IN ('queued', 'processing');

CREATE TABLE idempotency_key (
  account_id text,
  key text,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_key_pk PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE workflow_start (
  workflow_id text CONSTRAINT workflow_start_pk PRIMARY KEY,
  workflow_type text NOT NULL,
  args jsonb NOT NULL,
  account_id text NOT NULL,
  summary text NOT NULL,
  attributes jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  next_try_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX workflow_start_due ON workflow_start (next_try_at);

CREATE TABLE event (
  id text CONSTRAINT event_pk PRIMARY KEY,
  account_id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX event_account ON event (account_id, created_at);`;

const LEDGER = `
CREATE TABLE hold (
  id text CONSTRAINT hold_pk PRIMARY KEY,
  account_id text NOT NULL,
  ref_type text NOT NULL,
  ref_id text NOT NULL,
  key_id text NOT NULL,
  month date NOT NULL,
  sub bigint NOT NULL,
  pur bigint NOT NULL,
  settled_sub bigint NOT NULL DEFAULT 0,
  settled_pur bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  closed_at timestamptz(3),
  CONSTRAINT hold_ref UNIQUE (ref_type, ref_id),
  CONSTRAINT hold_amounts CHECK (
    settled_sub BETWEEN 0 AND sub AND settled_pur BETWEEN 0 AND pur),
  CONSTRAINT hold_state CHECK (state IN ('open', 'settled', 'released'))
);
CREATE INDEX hold_open ON hold (account_id) WHERE state = 'open';
CREATE INDEX hold_month ON hold (key_id, month);

CREATE TABLE ledger_tx (
  id uuid CONSTRAINT ledger_tx_pk PRIMARY KEY,
  account_id text NOT NULL,
  kind text NOT NULL,
  ref_type text NOT NULL,
  ref_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT ledger_tx_ref UNIQUE (kind, ref_type, ref_id)
);
CREATE INDEX ledger_tx_account ON ledger_tx (account_id);

CREATE TABLE ledger_entry (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_entry_pk PRIMARY KEY,
  tx_id uuid NOT NULL,
  account_id text NOT NULL,
  bucket text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_entry_tx_fk FOREIGN KEY (tx_id) REFERENCES ledger_tx (id),
  CONSTRAINT ledger_entry_amount CHECK (amount <> 0),
  CONSTRAINT ledger_entry_bucket CHECK (
    bucket IN ('sub', 'pur', 'held_sub', 'held_pur', 'revenue', 'grants', 'cash'))
);
CREATE INDEX ledger_entry_tx ON ledger_entry (tx_id);
CREATE INDEX ledger_entry_account ON ledger_entry (account_id, bucket);

CREATE FUNCTION ledger_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entry WHERE tx_id = NEW.tx_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.tx_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_is_balanced();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: correct it with a further transaction';
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_tx_append_only BEFORE UPDATE OR DELETE ON ledger_tx
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();`;

/** Creates the first schema: accounts and keys, generations and their outbox, the ledger. */
export class Initial1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNTS);
    await runner.query(GENERATIONS);
    await runner.query(LEDGER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE ledger_entry, ledger_tx, hold, event, workflow_start, idempotency_key,
        generation, key_month, rate_bucket, api_key, member, account;
      DROP FUNCTION ledger_is_balanced, ledger_is_append_only;`);
  }
}
