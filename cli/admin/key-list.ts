import type { EntityManager } from 'typeorm';
import { rowsOf } from '../../entities/rows.js';

/** A key as operators see it. It never contains the key itself, which we do not store. */
export interface KeyRow {
  readonly key_id: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly monthly_cap: number | null;
  /** Credits spent or held in the current UTC month. */
  readonly spent_this_month: number;
  readonly member_id: string | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** The keys of an account, oldest first. */
export function listKeys(tx: EntityManager, accountId: string): Promise<KeyRow[]> {
  return rowsOf(
    tx,
    `SELECT k.id AS key_id, k.prefix, k.scopes, k.monthly_cap,
       coalesce(m.spent, 0)::float8 AS spent_this_month, k.member_id, k.created_at, k.revoked_at
     FROM api_key k LEFT JOIN key_month m ON m.key_id = k.id
       AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
     WHERE k.account_id = $1 AND k.door = 'v1' ORDER BY k.created_at, k.id`,
    [accountId],
  );
}
