import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import { Session, type SessionOrigin } from '../../entities/session.js';
import { createId } from '../contract/ids.js';
import { toActor, noteAudit } from './note-audit.js';
import { hashSecret, createSecret } from './session-secrets.js';

/** The person who signs in, and the sign-in method. */
export interface SignIn {
  readonly accountId: string;
  readonly memberId: string | null;
  readonly operator: boolean;
  readonly openedBy: SessionOrigin;
  /** The browser's user agent. */
  readonly browser: string;
}

export interface NewSession {
  /** The cookie's value. */
  readonly token: string;
  /** Lifetime of the cookie in seconds, unless the session is renewed. */
  readonly seconds: number;
}

/**
 * Lifetime of a session after its last use, in seconds. Operator sessions are shorter, because an
 * operator may do more and can easily sign in again with a command.
 */
export const SESSION_SECONDS = { person: 30 * 86_400, operator: 86_400 } as const;

/** Returns the lifetime of a person's session after it is opened or renewed. */
export const getSessionSeconds = ({ operator }: { readonly operator: boolean }): number =>
  SESSION_SECONDS[operator ? 'operator' : 'person'];

/** Maximum stored length of the user agent, which begins with browser and system. */
const BROWSER_MAX = 200;

/**
 * The key that counts a person's session requests. Nobody knows a secret that matches its hash, and
 * API key authentication refuses the key anyway.
 */
const KEY_OF_SESSIONS = `
INSERT INTO api_key (id, account_id, member_id, hash, prefix, scopes, name, door)
VALUES ($1, $2, $3, $4, 'dashboard', '{}', 'Dashboard', 'app')
ON CONFLICT (account_id, member_id) WHERE door = 'app' AND revoked_at IS NULL
  DO UPDATE SET name = excluded.name
RETURNING id`;

/** Skips locked sessions: another transaction is already deleting them. */
const FORGET_OLD = `
DELETE FROM session WHERE id IN (
  SELECT id FROM session WHERE account_id = $1 AND expires_at < now() FOR UPDATE SKIP LOCKED)`;

/**
 * Opens a session. The caller has already locked the member, if there is one, and checked their
 * rights.
 */
export async function beginSession(tx: EntityManager, who: SignIn): Promise<NewSession> {
  const { accountId, memberId, operator, openedBy } = who;
  const values = [createId('key'), accountId, memberId, randomBytes(32)];
  const key = await queryOne<{ id: string }>(tx, KEY_OF_SESSIONS, values);
  if (!key) throw new Error(`no key for the sessions of ${accountId}`);
  await tx.query(FORGET_OLD, [accountId]);
  const token = createSecret();
  const seconds = getSessionSeconds(who);
  const id = createId('ses');
  await tx.insert(Session, {
    id,
    tokenHash: hashSecret(token),
    accountId,
    memberId,
    keyId: key.id,
    operator,
    openedBy,
    browser: who.browser.slice(0, BROWSER_MAX).toWellFormed(),
    expiresAt: new Date(Date.now() + seconds * 1_000),
  });
  await noteAudit(tx, toActor(who), {
    action: 'session.opened',
    target: id,
    details: { by: openedBy },
  });
  return { token, seconds };
}
