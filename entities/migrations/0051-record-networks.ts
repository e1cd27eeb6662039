import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of strangers are counted by the network that their request came from. */
export class RecordNetworks1763700000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE oauth_record ADD COLUMN network bytea;
      CREATE INDEX oauth_record_network ON oauth_record (network, model)
        WHERE network IS NOT NULL AND account_id IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_record DROP COLUMN network');
  }
}
