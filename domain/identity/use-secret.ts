import type { DataSource, EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import { acceptInvite, type InviteRow } from './accept-invite.js';
import { beginSession, type NewSession, type SignIn } from './begin-session.js';
import { isMember } from './is-member.js';
import { hashSecret, SECRET } from './session-secrets.js';

/** Guarded: of two requests with the same secret, the second fails. */
const USE_LINK = `
UPDATE sign_in_link SET used_at = now()
WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > now()
RETURNING account_id AS "accountId", member_id AS "memberId", operator`;

const USE_INVITE = `
DELETE FROM invite WHERE secret_hash = $1 AND expires_at > now()
RETURNING id, account_id AS "accountId", name, email, role`;

/**
 * Signs in with the secret of a sign-in link or an invitation, which can be used only once.
 * @returns the session; null if the secret is unknown, used or expired
 */
export async function useSecret(
  db: DataSource,
  secret: string,
  browser: string,
): Promise<NewSession | null> {
  if (!SECRET.test(secret)) return null;
  const hash = hashSecret(secret);
  return db.transaction(async (tx) => {
    const who = await signInBy(tx, hash);
    return who && beginSession(tx, { ...who, browser });
  });
}

async function signInBy(tx: EntityManager, hash: Buffer): Promise<Omit<SignIn, 'browser'> | null> {
  const link = await queryOne<Pick<SignIn, 'accountId' | 'memberId' | 'operator'>>(tx, USE_LINK, [
    hash,
  ]);
  if (link) {
    if (!(await isMember(tx, link))) return null;
    return { ...link, openedBy: 'link' };
  }
  const invite = await queryOne<InviteRow>(tx, USE_INVITE, [hash]);
  if (!invite || !(await isMember(tx, { accountId: invite.accountId, memberId: null })))
    return null;
  const memberId = await acceptInvite(tx, invite);
  return { accountId: invite.accountId, memberId, operator: false, openedBy: 'invite' };
}
