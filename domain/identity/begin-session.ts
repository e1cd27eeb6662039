import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { oneOf } from '../../entities/rows.js';
import { Session, type SessionOrigin } from '../../entities/session.js';
import { newId } from '../contract/ids.js';
import { actorOf, noteAudit } from './note-audit.js';
import { hashSecret, newSecret } from './secrets.js';
import { secondsOf } from './authenticate-session.js';

/** Who signs in, and how. */
export interface SignIn {
  readonly accountId: string;
  readonly memberId: string | null;
  readonly operator: boolean;
  readonly openedBy: SessionOrigin;
  /** What the browser says of itself. */
  readonly browser: string;
}

/** A session that has just been opened. */
export interface NewSession {
  /** What the cookie holds. */
  readonly token: string;
  /** How long the browser keeps it, unless the session is renewed. */
  readonly seconds: number;
}

/** Characters of it that are kept: browser and system stand in front. */
const BROWSER_MAX = 200;

/**
 * The key by which the sessions of a person are counted. Its hash is that of no text that anybody
 * knows, and the door of keys refuses it besides.
 */
const KEY_OF_SESSIONS = `
INSERT INTO api_key (id, account_id, member_id, hash, prefix, scopes, name, door)
VALUES ($1, $2, $3, $4, 'dashboard', '{}', 'Dashboard', 'app')
ON CONFLICT (account_id, member_id) WHERE door = 'app' AND revoked_at IS NULL
  DO UPDATE SET name = excluded.name
RETURNING id`;

/** Whoever holds a lock on one of them ends it as well, so nobody waits for it here. */
const FORGET_OLD = `
DELETE FROM session WHERE id IN (
  SELECT id FROM session WHERE account_id = $1 AND expires_at < now() FOR UPDATE SKIP LOCKED)`;

/** Opens a session. The caller has locked the member, if it is one, and made sure of its rights. */
export async function beginSession(tx: EntityManager, who: SignIn): Promise<NewSession> {
  const { accountId, memberId, operator, openedBy } = who;
  const values = [newId('key'), accountId, memberId, randomBytes(32)];
  const key = await oneOf<{ id: string }>(tx, KEY_OF_SESSIONS, values);
  if (!key) throw new Error(`no key for the sessions of ${accountId}`);
  await tx.query(FORGET_OLD, [accountId]);
  const token = newSecret();
  const seconds = secondsOf(who);
  const id = newId('ses');
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
  await noteAudit(tx, actorOf(who), {
    action: 'session.opened',
    target: id,
    details: { by: openedBy },
  });
  return { token, seconds };
}
