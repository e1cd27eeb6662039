import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SUM_USAGE } from '../functions/sum-usage.js';
import { SUM } from './0026-growth.js';
import { replaceChargeFunctions } from './charge-functions.js';
import { dropIndex } from './online.js';

/**
 * The trigger no longer fires for a new hold, which is open: usage reads the few open holds
 * directly. So this statement removes open holds from the sums, under a lock against changes to
 * holds.
 */
const SUM_WHAT_IS_CLOSED = `
LOCK TABLE hold IN SHARE ROW EXCLUSIVE MODE;
DROP TRIGGER hold_summed ON hold;
DROP FUNCTION sum_usage;
${SUM_USAGE};
CREATE TRIGGER hold_summed AFTER INSERT OR UPDATE ON hold
  FOR EACH ROW WHEN (NEW.state <> 'open') EXECUTE FUNCTION sum_usage();
CREATE TRIGGER hold_removed AFTER DELETE ON hold
  FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION sum_usage();
UPDATE usage_day u SET holds = u.holds - o.holds, credits = u.credits - o.credits
FROM (SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, key_id, ref_type,
    coalesce(type, '') AS type, coalesce(model, '') AS model,
    count(*) AS holds, sum(sub + pur) AS credits
  FROM hold WHERE state = 'open' GROUP BY 1, 2, 3, 4, 5, 6) o
WHERE (u.account_id, u.day, u.key_id, u.ref_type, u.type, u.model)
  = (o.account_id, o.day, o.key_id, o.ref_type, o.type, o.model)`;

const IS_SWITCHED = "SELECT 1 FROM pg_trigger WHERE tgname = 'hold_removed'";

/** No query uses these indexes, and each cost every charge a write. */
const UNUSED = ['ledger_entry_account', 'ledger_tx_account', 'hold_month'];

/**
 * Reduces the writes for accepting a generation: credits are reserved in plain steps, usage is
 * summed when a hold is closed, and three indexes are dropped.
 */
export class FewerWrites1763700000027 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceChargeFunctions(runner);
    const switched = await runner.query(IS_SWITCHED);
    if (switched.length === 0) await runner.query(SUM_WHAT_IS_CLOSED);
    await runner.query('DELETE FROM usage_day WHERE holds = 0');
    for (const name of UNUSED) await dropIndex(runner, name);
  }

  /**
   * Does nothing: the text of the previous functions is gone, and the current ones do the same
   * work.
   */
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
      INSERT INTO usage_day (account_id, day, key_id, ref_type, type, model, holds, credits)
      SELECT account_id, (created_at AT TIME ZONE 'UTC')::date, key_id, ref_type,
        coalesce(type, ''), coalesce(model, ''), count(*),
        sum(CASE state WHEN 'open' THEN sub + pur ELSE settled_sub + settled_pur END)
      FROM hold GROUP BY 1, 2, 3, 4, 5, 6`);
  }
}
