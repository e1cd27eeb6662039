import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/**
 * Adds the measurements of stored speech, an index for the list of speech, and an index that finds
 * the stored responses that contain a text.
 */
export class Speech1763700000070 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE generation ADD COLUMN IF NOT EXISTS output_facts jsonb');
    const page = "generation (account_id, created_at DESC, id DESC) WHERE type = 'speech'";
    await createIndex(runner, 'generation_speech_page', page);
    const answers = `idempotency_key (account_id, substr(body, 8, 36))
      WHERE body LIKE '{"id":"spc\\_%'`;
    await createIndex(runner, 'idempotency_key_speech', answers);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_key_speech; DROP INDEX generation_speech_page');
    await runner.query('ALTER TABLE generation DROP COLUMN output_facts');
  }
}
