import type { EntityManager } from 'typeorm';
import { findRolesWithScope, type Role } from '../catalogue/roles.js';
import type { Scope } from '../catalogue/scopes.js';
import { Refusal } from '../contract/refusal.js';
import { ROLE_NOW, type Caller } from './caller.js';
import { queryOne } from '../../entities/rows.js';

/** Builds the same refusal for a missing, malformed, unknown or revoked key. */
export function refuseKey(): Refusal {
  return new Refusal('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export function refuseSuspended(): Refusal {
  return new Refusal('ACCOUNT_SUSPENDED');
}

/** Builds the refusal for a member whose role changed while the request was being processed. */
export function refuseRole(): Refusal {
  return new Refusal('FORBIDDEN', {
    message: 'The role of this member no longer allows this. Ask an owner of the account.',
  });
}

const READ = `
SELECT a.suspended_at IS NOT NULL AS suspended, ${ROLE_NOW} AS role
FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN member m ON m.id = k.member_id
WHERE k.id = $1 AND k.account_id = $2 AND k.revoked_at IS NULL`;

/**
 * Checks that a caller still has its rights. Used by transactions that run long after
 * authentication, because fetching an input may have taken a minute.
 * @param scope the scope that the role of the key's member must still include
 * @throws {Refusal} UNAUTHORIZED, ACCOUNT_SUSPENDED, FORBIDDEN
 */
export async function expectRights(
  tx: EntityManager,
  { keyId, accountId }: Pick<Caller, 'keyId' | 'accountId'>,
  scope: Scope,
): Promise<void> {
  const row = await queryOne<{ suspended: boolean; role: Role }>(tx, READ, [keyId, accountId]);
  if (!row) throw refuseKey();
  if (row.suspended) throw refuseSuspended();
  if (!findRolesWithScope(scope).includes(row.role)) throw refuseRole();
}
