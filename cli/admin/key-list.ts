import type { EntityManager } from 'typeorm';
import { ROLE_NOW } from '../../domain/accounts/caller.js';
import { intersectScopes, type Role } from '../../domain/catalogue/roles.js';
import type { Scope } from '../../domain/catalogue/scopes.js';
import { queryRows } from '../../entities/rows.js';

/** A key, presented to operators. The secret itself is not stored. */
export interface KeyRow {
  readonly key_id: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly monthly_cap: number | null;
  /** Credits that the key has spent or holds in the current UTC month. */
  readonly spent_this_month: number;
  readonly member_id: string | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** Lists an account's keys, oldest first; the role of the key's member limits its scopes. */
export async function listKeys(tx: EntityManager, accountId: string): Promise<KeyRow[]> {
  const rows = await queryRows<KeyRow & { readonly role: Role }>(
    tx,
    `SELECT k.id AS key_id, k.prefix, k.scopes, k.monthly_cap,
       coalesce(s.spent, 0)::float8 AS spent_this_month, k.member_id, k.created_at, k.revoked_at,
       ${ROLE_NOW} AS role
     FROM api_key k LEFT JOIN member m ON m.id = k.member_id LEFT JOIN key_month s ON s.key_id = k.id
       AND s.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
     WHERE k.account_id = $1 AND k.door = 'v1' ORDER BY k.created_at, k.id`,
    [accountId],
  );
  return rows.map(({ role, ...row }) => ({ ...row, scopes: intersectScopes(row.scopes, role) }));
}
