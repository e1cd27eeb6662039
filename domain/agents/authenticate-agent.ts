import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import {
  CALLER_COLUMNS,
  COUNTED_CALLER,
  IS_QUIET,
  NOTE_USE,
  toKnown,
  type CallerRow,
  type AuthenticatedCaller,
  ROLE_NOW,
} from '../accounts/caller.js';
import { COUNT_REQUESTS, REQUESTS_PER_MINUTE } from '../accounts/request-rate.js';
import { intersectScopes, type Role } from '../catalogue/roles.js';
import type { Scope } from '../catalogue/scopes.js';

/**
 * Reads token, grant, key, account and rate in one round trip. $3 is the audience: tokens issued
 * for another audience are not found.
 */
const FIND_AGENT = `
WITH k AS (
  SELECT ${CALLER_COLUMNS}, 1 AS requests, k.scopes, ${ROLE_NOW} AS role,
    string_to_array(t.payload ->> 'scope', ' ') AS token_scopes,
    ${IS_QUIET}
  FROM oauth_record t
  JOIN agent_grant g ON g.id = t.grant_id AND g.expires_at > now()
  JOIN api_key k ON k.id = g.key_id AND k.revoked_at IS NULL
  JOIN account a ON a.id = g.account_id AND a.deleted_at IS NULL
  LEFT JOIN member m ON m.id = g.member_id
  WHERE t.model = 'AccessToken' AND t.id_hash = $1 AND t.expires_at > now()
    AND t.payload ->> 'aud' = $3 AND (g.member_id IS NULL OR m.removed_at IS NULL)
), ${NOTE_USE}, ${COUNT_REQUESTS}
${COUNTED_CALLER}`;

interface AgentRow extends CallerRow {
  scopes: Scope[];
  token_scopes: string[] | null;
  role: Role;
}

/**
 * Finds an access token by its hash, and counts the request against its key's rate. The agent may
 * do only what its token, its grant and the person's current role all allow.
 * @param audience the required token audience
 * @returns null if the token is unknown, expired or for another audience, or if its grant, member
 * or account no longer exists
 */
export async function authenticateAgent(
  db: EntityManager,
  hash: Buffer,
  audience: string,
): Promise<AuthenticatedCaller | null> {
  const row = await queryOne<AgentRow>(db, FIND_AGENT, [hash, REQUESTS_PER_MINUTE, audience]);
  if (!row) return null;
  const scopes = intersectScopes(row.scopes, row.role).filter((scope) =>
    row.token_scopes?.includes(scope),
  );
  return toKnown(row, { scopes, role: null, sessionId: null, operator: false });
}
