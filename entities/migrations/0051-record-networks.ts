import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

const NETWORKS = `oauth_record (network, model)
  WHERE network IS NOT NULL AND account_id IS NULL`;

/** Adds the network of anonymous requests, by which their records are counted. */
export class RecordNetworks1763700000051 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_record ADD COLUMN IF NOT EXISTS network bytea');
    await createIndex(runner, 'oauth_record_network', NETWORKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_record DROP COLUMN network');
  }
}
