import type { QueryRunner } from 'typeorm';
import { withoutLockTimeout } from './online.js';

/** Minimum holds summed in one transaction, unless an account has fewer. */
const HOLDS_AT_A_TIME = 5_000;
const ACCOUNTS_AT_A_TIME = 500;

/** SQL: the last day of the batch that begins on day $2; `infinity` for the last batch. */
const LAST_DAY = `
SELECT coalesce((
  SELECT (created_at AT TIME ZONE 'UTC')::date FROM hold
  WHERE account_id = $1 AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
  ORDER BY created_at OFFSET ${HOLDS_AT_A_TIME} LIMIT 1), 'infinity')::text AS last`;

/** SQL: the holds of days $2 to $3. */
const SUM_DAYS = `
INSERT INTO usage_day (account_id, day, key_id, ref_type, type, model, holds, credits)
SELECT account_id, (created_at AT TIME ZONE 'UTC')::date, key_id, ref_type, coalesce(type, ''),
  coalesce(model, ''), count(*),
  sum(CASE state WHEN 'open' THEN sub + pur ELSE settled_sub + settled_pur END)
FROM hold WHERE account_id = $1
  AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
  AND created_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
GROUP BY 1, 2, 3, 4, 5, 6`;

/**
 * Sums every account's holds by day, in transactions of a few thousand holds that lock one account
 * each. The trigger on `hold` adds concurrent changes under the same account lock, so no hold is
 * counted twice or missed. A repeated run gives the same sums. Uses the index `hold_account`.
 */
export async function sumHolds(runner: QueryRunner): Promise<void> {
  await withoutLockTimeout(runner, async () => {
    let after = '';
    for (;;) {
      const accounts: { id: string }[] = await runner.query(
        `SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT ${ACCOUNTS_AT_A_TIME}`,
        [after],
      );
      for (const { id } of accounts) await sumAccount(runner, id);
      const last = accounts.at(-1);
      if (!last) return;
      after = last.id;
    }
  });
}

async function sumAccount(runner: QueryRunner, accountId: string): Promise<void> {
  for (let first = '-infinity'; first !== 'infinity';) {
    const [{ last }] = await runner.query(LAST_DAY, [accountId, first]);
    await runner.startTransaction();
    try {
      await runner.query('SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      await runner.query(
        'DELETE FROM usage_day WHERE account_id = $1 AND day BETWEEN $2::date AND $3::date',
        [accountId, first, last],
      );
      await runner.query(SUM_DAYS, [accountId, first, last]);
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    }
    const [{ next }] = await runner.query('SELECT ($1::date + 1)::text AS next', [last]);
    first = next;
  }
}
