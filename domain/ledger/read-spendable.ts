import type { EntityManager } from 'typeorm';
import { formatUtcMonth } from './reserve.js';
import { queryOne } from '../../entities/rows.js';

/** An account's balance, and a key's spending this month. */
const READ = `
SELECT (a.sub + a.pur)::float8 AS balance,
  coalesce((SELECT spent FROM key_month WHERE key_id = $2 AND month = $3::date), 0)::float8 AS spent
FROM account a WHERE a.id = $1`;

/**
 * Reads the credits that a key could spend now: the balance, or the remaining monthly cap if that
 * is less. Nothing is reserved, so another request may still spend the credits.
 */
export async function readSpendable(
  db: EntityManager,
  key: { readonly accountId: string; readonly keyId: string; readonly monthlyCap: number | null },
  now: Date,
): Promise<number> {
  const row = await queryOne<{ balance: number; spent: number }>(db, READ, [
    key.accountId,
    key.keyId,
    formatUtcMonth(now),
  ]);
  if (!row) throw new Error(`account ${key.accountId} does not exist`);
  const left = key.monthlyCap === null ? Infinity : Math.max(0, key.monthlyCap - row.spent);
  return Math.min(row.balance, left);
}
