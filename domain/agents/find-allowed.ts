import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import type { Scope } from '../catalogue/scopes.js';

/** A client's existing grant from a person. */
export interface Allowed {
  readonly id: string;
  readonly keyId: string;
  readonly scopes: Scope[];
  readonly cap: number | null;
}

/** Skips a grant that is about to expire: a cleanup may already be removing it. */
const FIND = `
SELECT g.id, k.id AS "keyId", k.scopes, k.monthly_cap AS cap
FROM agent_grant g JOIN api_key k ON k.id = g.key_id AND k.revoked_at IS NULL
WHERE g.account_id = $1 AND g.member_id IS NOT DISTINCT FROM $2 AND g.client_id = $3
  AND g.expires_at > now() + interval '1 minute'
ORDER BY g.created_at DESC LIMIT 1`;

/**
 * Finds the grant that a person gave a client earlier, or null. All installations of a client that
 * publishes a metadata document share one id, and therefore one grant.
 */
export const findAllowed = (
  db: EntityManager,
  { accountId, memberId }: Pick<Caller, 'accountId' | 'memberId'>,
  clientId: string,
): Promise<Allowed | null> => queryOne<Allowed>(db, FIND, [accountId, memberId, clientId]);
