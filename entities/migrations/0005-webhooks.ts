import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds webhook endpoints, deliveries and their attempts, and the event feed. */
export class Webhooks1763700000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account ADD COLUMN webhooks integer NOT NULL DEFAULT 0;
      ALTER TABLE account ADD CONSTRAINT account_webhooks CHECK (webhooks >= 0);

      CREATE TABLE webhook_endpoint (
        id text CONSTRAINT webhook_endpoint_pk PRIMARY KEY,
        account_id text NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        description text NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text,
        secret text NOT NULL,
        previous_secret text,
        previous_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_endpoint_account_fk FOREIGN KEY (account_id) REFERENCES account (id)
      );
      CREATE INDEX webhook_endpoint_account ON webhook_endpoint (account_id);

      CREATE TABLE webhook_delivery (
        id text CONSTRAINT webhook_delivery_pk PRIMARY KEY,
        account_id text NOT NULL,
        endpoint_id text NOT NULL,
        event_id text NOT NULL,
        type text NOT NULL,
        status text NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        attempts_max integer NOT NULL,
        last_status integer,
        last_error text,
        next_attempt_at timestamptz(3),
        resend_of text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_delivery_status CHECK (
          status IN ('pending', 'delivering', 'delivered', 'failed', 'cancelled', 'skipped'))
      );
      CREATE UNIQUE INDEX webhook_delivery_once ON webhook_delivery (endpoint_id, event_id)
        WHERE resend_of IS NULL;
      CREATE INDEX webhook_delivery_log
        ON webhook_delivery (endpoint_id, created_at DESC, id DESC);
      CREATE INDEX webhook_delivery_open ON webhook_delivery (endpoint_id)
        WHERE status IN ('pending', 'delivering');
      CREATE INDEX webhook_delivery_event ON webhook_delivery (event_id);
      CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

      CREATE TABLE delivery_attempt (
        delivery_id text,
        n integer,
        url text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        duration_ms integer NOT NULL,
        status integer,
        error text,
        excerpt text NOT NULL,
        CONSTRAINT delivery_attempt_pk PRIMARY KEY (delivery_id, n),
        CONSTRAINT delivery_attempt_delivery_fk FOREIGN KEY (delivery_id)
          REFERENCES webhook_delivery (id) ON DELETE CASCADE
      );

      ALTER TABLE workflow_start ADD COLUMN fairness_key text;
      ALTER TABLE event ADD COLUMN written_by bigint NOT NULL DEFAULT 0;
      ALTER TABLE event ALTER COLUMN written_by DROP DEFAULT;
      CREATE INDEX event_feed ON event (account_id, written_by, id);
      CREATE INDEX event_age ON event (created_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX event_age, event_feed;
      ALTER TABLE event DROP COLUMN written_by;
      ALTER TABLE workflow_start DROP COLUMN fairness_key;
      DROP TABLE delivery_attempt, webhook_delivery, webhook_endpoint;
      ALTER TABLE account DROP COLUMN webhooks;`);
  }
}
