import type { DataSource, EntityManager } from 'typeorm';
import { oneOf } from '../../entities/rows.js';
import type { SignOnSecrets } from '../ports/single-sign-on.js';
import { acceptInvite, type InviteRow } from './accept-invite.js';
import { beginSession } from './begin-session.js';
import { isMember } from './is-member.js';
import { hashSecret } from './secrets.js';

/** Everything that a sign-in at the issuer needs, from the one secret that the browser keeps. */
export const deriveSecrets = (secret: string): SignOnSecrets => {
  const derive = (use: string) => hashSecret(`${use} ${secret}`).toString('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
};

/** Of several teams that know an address, the one that was joined last. */
const MEMBER = `
SELECT m.id AS "memberId", m.account_id AS "accountId"
FROM member m JOIN account a ON a.id = m.account_id AND a.deleted_at IS NULL
WHERE m.email = $1 AND m.removed_at IS NULL ORDER BY m.created_at DESC, m.id LIMIT 1`;

const USE_INVITE = `
DELETE FROM invite WHERE expires_at > now() AND id = (
  SELECT i.id FROM invite i JOIN account a ON a.id = i.account_id AND a.deleted_at IS NULL
  WHERE i.email = $1 AND i.expires_at > now() ORDER BY i.created_at DESC, i.id LIMIT 1)
RETURNING id, account_id AS "accountId", name, email, role`;

interface Found {
  readonly accountId: string;
  readonly memberId: string;
}

/**
 * Signs in the person to whom an e-mail address belongs, which the issuer has verified: a member, or
 * somebody who was invited and joins by it.
 * @returns what the cookie holds; null when nobody is known by the address
 */
export function useVerifiedEmail(
  db: DataSource,
  email: string,
  browser: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = (await oneOf<Found>(tx, MEMBER, [email])) ?? (await join(tx, email));
    if (!found || !(await isMember(tx, found))) return null;
    return beginSession(tx, { ...found, operator: false, openedBy: 'oidc', browser });
  });
}

async function join(tx: EntityManager, email: string): Promise<Found | null> {
  const invite = await oneOf<InviteRow>(tx, USE_INVITE, [email]);
  if (!invite) return null;
  return { accountId: invite.accountId, memberId: await acceptInvite(tx, invite) };
}
