import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Event epochs, so that cursors survive a restore. */
const EPOCHS = `
CREATE TABLE event_epoch (
  n integer CONSTRAINT event_epoch_pk PRIMARY KEY,
  cluster text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Whatever was written until now, wherever that was.
INSERT INTO event_epoch (n, cluster) VALUES (0, 'before');

CREATE FUNCTION this_cluster() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT system_identifier || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
  FROM pg_control_system() $$;

CREATE FUNCTION current_event_epoch() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE newest event_epoch%ROWTYPE;
BEGIN
  LOOP
    SELECT * INTO newest FROM event_epoch ORDER BY n DESC LIMIT 1;
    IF newest.cluster = this_cluster() THEN RETURN newest.n; END IF;
    INSERT INTO event_epoch (n, cluster) VALUES (coalesce(newest.n, 0) + 1, this_cluster())
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

ALTER TABLE event ADD COLUMN epoch integer NOT NULL DEFAULT 0;
ALTER TABLE event ALTER COLUMN epoch SET DEFAULT current_event_epoch();
DROP INDEX event_feed;
CREATE INDEX event_feed ON event (account_id, epoch, written_by, id);`;

/** A separate trigger, because TRUNCATE fires no row triggers. */
const LEDGER = `
CREATE TRIGGER ledger_entry_kept BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_tx_kept BEFORE TRUNCATE ON ledger_tx
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();`;

/** The request metadata that `admin request show` finds; never a part of the request's content. */
const REQUESTS = `
ALTER TABLE idempotency_key ADD COLUMN request_id text;
CREATE TABLE refused_request (
  id text CONSTRAINT refused_request_pk PRIMARY KEY,
  account_id text,
  key_id text,
  operation text NOT NULL,
  status integer NOT NULL,
  code text NOT NULL,
  ms integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX refused_request_age ON refused_request (created_at);`;

export class SecretsAndOrder1763700000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EPOCHS);
    await runner.query(REQUESTS);
    await runner.query(LEDGER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER ledger_entry_kept ON ledger_entry;
      DROP TRIGGER ledger_tx_kept ON ledger_tx;
      DROP TABLE refused_request;
      ALTER TABLE idempotency_key DROP COLUMN request_id;
      DROP INDEX event_feed;
      ALTER TABLE event DROP COLUMN epoch;
      CREATE INDEX event_feed ON event (account_id, written_by, id);
      DROP FUNCTION current_event_epoch, this_cluster;
      DROP TABLE event_epoch;`);
  }
}
