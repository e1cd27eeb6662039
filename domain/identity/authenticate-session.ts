import type { EntityManager, DataSource } from 'typeorm';
import { queryOne, executeAndCount } from '../../entities/rows.js';
import {
  CALLER_COLUMNS,
  COUNTED_CALLER,
  toKnown,
  type CallerRow,
  type AuthenticatedCaller,
} from '../accounts/caller.js';
import { COUNT_REQUESTS } from '../accounts/request-rate.js';
import { PLANS } from '../catalogue/plans.js';
import { listRoleScopes, type Role } from '../catalogue/roles.js';
import { hashSecret } from './session-secrets.js';
import { SESSION_SECONDS } from './begin-session.js';

/**
 * Minimum requests per minute: a page sends several requests concurrently, more than some plans
 * allow for programs.
 */
const REQUESTS_MIN = 300;
const RATES = JSON.stringify(
  Object.fromEntries(
    Object.entries(PLANS).map(([plan, row]) => [
      plan,
      Math.max(REQUESTS_MIN, row.requests_per_minute),
    ]),
  ),
);

/**
 * Reads session, account and rate in one round trip, with the current role. Using a session extends
 * it; the extension is written only now and then.
 */
const FIND_SESSION = `
WITH k AS (
  SELECT ${CALLER_COLUMNS}, 1 AS requests, s.id AS session_id, s.operator, coalesce(m.role, 'owner') AS role,
    s.last_seen_at < now() - interval '5 minutes' AS is_renewed
  FROM session s
  JOIN api_key k ON k.id = s.key_id AND k.revoked_at IS NULL
  JOIN account a ON a.id = s.account_id
  LEFT JOIN member m ON m.id = s.member_id
  WHERE s.token_hash = $1 AND s.expires_at > now()
    AND (s.member_id IS NULL OR m.removed_at IS NULL)
), seen AS (
  UPDATE session s SET last_seen_at = now(), expires_at = now() + interval '1 s' *
    CASE WHEN s.operator THEN ${SESSION_SECONDS.operator} ELSE ${SESSION_SECONDS.person} END
  FROM k WHERE s.id = k.session_id AND k.is_renewed
), ${COUNT_REQUESTS}
${COUNTED_CALLER}`;

interface SessionRow extends CallerRow {
  session_id: string;
  operator: boolean;
  role: Role;
  is_renewed: boolean;
}

/** A signed-in caller. */
export interface KnownSession extends AuthenticatedCaller {
  /** Whether the session was extended, so that the cookie must be extended as well. */
  readonly isRenewed: boolean;
}

/**
 * Finds a session by its cookie's hash, and counts the request against the session's rate.
 * @returns null if the session is unknown, expired or revoked, or its member was removed
 */
export async function authenticateSession(
  db: EntityManager,
  hash: Buffer,
): Promise<KnownSession | null> {
  const row = await queryOne<SessionRow>(db, FIND_SESSION, [hash, RATES]);
  if (!row) return null;
  const { session_id: sessionId, operator, role } = row;
  const known = toKnown(row, { scopes: listRoleScopes(role), role, sessionId, operator });
  return { ...known, isRenewed: row.is_renewed };
}

/**
 * Signs out the browser that has this cookie.
 * @returns false if it was not signed in
 */
export async function endSession(db: DataSource, token: string): Promise<boolean> {
  const ended = 'DELETE FROM session WHERE token_hash = $1';
  return (await executeAndCount(db, ended, [hashSecret(token)])) === 1;
}

const LIVES = `
SELECT 1 FROM session s
JOIN api_key k ON k.id = s.key_id AND k.revoked_at IS NULL
JOIN account a ON a.id = s.account_id AND a.suspended_at IS NULL
LEFT JOIN member m ON m.id = s.member_id
WHERE s.id = $1 AND s.expires_at > now() AND (s.member_id IS NULL OR m.removed_at IS NULL)`;

/** Checks whether an accepted session is still valid. */
export const isSignedIn = async (tx: EntityManager, sessionId: string): Promise<boolean> =>
  (await queryOne(tx, LIVES, [sessionId])) !== null;
