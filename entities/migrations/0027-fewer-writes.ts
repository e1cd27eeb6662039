import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCEPT_GENERATION } from '../functions/accept-generation.js';
import { RESERVE_CREDITS } from '../functions/reserve-credits.js';
import { SUM_USAGE } from '../functions/sum-usage.js';
import { SUM, WHAT_WAS } from './0026-growth.js';

/** Nothing is called for a hold that is made, which is open: the few that are open are read as they are. */
const SUM_WHAT_IS_CLOSED = `
LOCK TABLE hold IN SHARE ROW EXCLUSIVE MODE;
DROP TRIGGER hold_summed ON hold;
DROP FUNCTION sum_usage;
${SUM_USAGE};
CREATE TRIGGER hold_summed AFTER INSERT OR UPDATE ON hold
  FOR EACH ROW WHEN (NEW.state <> 'open') EXECUTE FUNCTION sum_usage();
CREATE TRIGGER hold_removed AFTER DELETE ON hold
  FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION sum_usage();
DELETE FROM usage_day;
INSERT INTO usage_day (account_id, day, key_id, ref_type, type, model, holds, credits)
SELECT account_id, (created_at AT TIME ZONE 'UTC')::date, key_id, ref_type, coalesce(type, ''),
  coalesce(model, ''), count(*), sum(settled_sub + settled_pur)
FROM hold WHERE state <> 'open' GROUP BY 1, 2, 3, 4, 5, 6;`;

/** No query has a use for them; each cost every charge a write. */
const UNUSED = `DROP INDEX ledger_entry_account, ledger_tx_account, hold_month`;

/**
 * Accepting a generation writes less: credits are reserved in plain steps, usage is summed when a hold
 * is closed, and three indexes are gone.
 */
export class FewerWrites1763700000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION accept_generation, reserve_credits');
    await runner.query(RESERVE_CREDITS);
    await runner.query(ACCEPT_GENERATION);
    await runner.query(SUM_WHAT_IS_CLOSED);
    await runner.query(UNUSED);
  }

  /** The functions of before are gone with their text: those of now do the same work. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ledger_entry_account ON ledger_entry (account_id, bucket);
      CREATE INDEX ledger_tx_account ON ledger_tx (account_id);
      CREATE INDEX hold_month ON hold (key_id, month);
      LOCK TABLE hold IN SHARE ROW EXCLUSIVE MODE;
      DROP TRIGGER hold_summed ON hold;
      DROP TRIGGER hold_removed ON hold;
      DROP FUNCTION sum_usage;
      DELETE FROM usage_day;
      ${SUM}
      ${WHAT_WAS}`);
  }
}
