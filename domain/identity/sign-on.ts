import type { DataSource, EntityManager } from 'typeorm';
import { queryOne, queryRows } from '../../entities/rows.js';
import type { SignOnSecrets } from '../ports/single-sign-on.js';
import { acceptInvite, type InviteRow } from './accept-invite.js';
import { beginSession, type NewSession } from './begin-session.js';
import { isMember } from './is-member.js';
import { hashSecret } from './session-secrets.js';

/** Derives all secrets for a sign-in at the issuer from the one secret in the browser. */
export const deriveSecrets = (secret: string): SignOnSecrets => {
  const derive = (use: string) => hashSecret(`${use} ${secret}`).toString('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
};

/** A team that an e-mail address belongs to, through a member or an invitation. */
export interface Team {
  readonly accountId: string;
  readonly name: string;
  /** Whether the person is a member; false for an invited person, who must agree before joining. */
  readonly joined: boolean;
}

const TEAMS = `
SELECT id AS "accountId", name, EXISTS (SELECT 1 FROM member m
  WHERE m.account_id = account.id AND m.email = $1 AND m.removed_at IS NULL) AS joined
FROM account
WHERE deleted_at IS NULL AND id IN (
  SELECT account_id FROM member WHERE email = $1 AND removed_at IS NULL
  UNION SELECT account_id FROM invite WHERE email = $1 AND expires_at > now())
ORDER BY name, id`;

/** Finds the teams of an e-mail address that the issuer has verified. */
export const findTeams = (db: EntityManager, email: string): Promise<Team[]> =>
  queryRows<Team>(db, TEAMS, [email]);

const MEMBER = `
SELECT id FROM member WHERE email = $1 AND account_id = $2 AND removed_at IS NULL`;

const USE_INVITE = `
DELETE FROM invite WHERE expires_at > now() AND id = (
  SELECT id FROM invite WHERE email = $1 AND account_id = $2 AND expires_at > now()
  ORDER BY created_at DESC, id LIMIT 1)
RETURNING id, account_id AS "accountId", name, email, role`;

/** The person who joins or signs in, and the team. */
export interface Entry {
  /** The e-mail address that the issuer has verified. */
  readonly email: string;
  readonly accountId: string;
}

/**
 * Signs in the owner of an e-mail address: a member, or an invited person who thereby joins.
 * @returns the session; null if the team no longer has a member or invitation with the address
 */
export function enterTeam(
  db: DataSource,
  entry: Entry,
  browser: string,
): Promise<NewSession | null> {
  const { accountId } = entry;
  return db.transaction(async (tx) => {
    const known = [entry.email, accountId];
    const member = await queryOne<{ id: string }>(tx, MEMBER, known);
    const memberId = member?.id ?? (await join(tx, known));
    if (!memberId || !(await isMember(tx, { accountId, memberId }))) return null;
    return beginSession(tx, { accountId, memberId, operator: false, openedBy: 'oidc', browser });
  });
}

async function join(tx: EntityManager, known: readonly string[]): Promise<string | null> {
  const invite = await queryOne<InviteRow>(tx, USE_INVITE, known);
  return invite && acceptInvite(tx, invite);
}
