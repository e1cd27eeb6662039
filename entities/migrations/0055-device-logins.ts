import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
CREATE TABLE IF NOT EXISTS device_login (
  device_hash bytea CONSTRAINT device_login_pk PRIMARY KEY,
  user_hash bytea NOT NULL,
  client_name text NOT NULL,
  network text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CONSTRAINT device_login_status CHECK (status IN ('pending', 'approved', 'denied')),
  key_id text,
  sealed_key text,
  polled_at timestamptz(3),
  claimed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS device_login_user ON device_login (user_hash);
CREATE INDEX IF NOT EXISTS device_login_network ON device_login (network, expires_at);
CREATE INDEX IF NOT EXISTS device_login_age ON device_login (expires_at)`;

/**
 * Adds logins of programs that wait for a person's approval. The table is new, so the migration
 * does not wait for locks.
 */
export class DeviceLogins1763700000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE device_login');
  }
}
