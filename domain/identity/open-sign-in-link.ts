import type { EntityManager } from 'typeorm';
import { SignInLink } from '../../entities/sign-in-link.js';
import { requireMember } from '../accounts/add-member.js';
import { refuseDeleted } from '../accounts/close-account.js';
import { findAccount } from '../accounts/find-account.js';
import { noteAudit, buildOperatorActor } from './note-audit.js';
import { hashSecret, createSecret } from './session-secrets.js';

export const LINK_MINUTES = 15;

interface LinkTarget {
  readonly accountId: string;
  /** The member's id; null for the account holder, who is an owner. */
  readonly memberId: string | null;
  readonly operator: boolean;
}

/**
 * Old links are removed only when a new one is created, because people have few links. A link that
 * another transaction has locked is removed when the next link is created.
 */
const FORGET_OLD = `
DELETE FROM sign_in_link WHERE secret_hash IN (
  SELECT secret_hash FROM sign_in_link
  WHERE account_id = $1 AND expires_at < now() - interval '1 day' FOR UPDATE SKIP LOCKED)`;

/**
 * Creates a link that signs in once, within 15 minutes.
 * @throws {Refusal} NOT_FOUND for an unknown account or member; CONFLICT for a deleted account
 */
export async function openSignInLink(
  tx: EntityManager,
  target: LinkTarget,
): Promise<{ secret: string; expiresAt: Date }> {
  const account = await findAccount(tx, target.accountId);
  if (account.deletedAt) throw refuseDeleted(account.id);
  if (target.memberId) await requireMember(tx, account.id, target.memberId);
  const secret = createSecret();
  const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
  await tx.query(FORGET_OLD, [account.id]);
  await tx.insert(SignInLink, { ...target, secretHash: hashSecret(secret), expiresAt });
  await noteAudit(tx, buildOperatorActor(account.id), {
    action: 'sign_in_link.created',
    target: target.memberId,
    details: { operator: target.operator },
  });
  return { secret, expiresAt };
}

/** Builds a link's URL. The secret follows `#`, so that servers on the way do not log it. */
export const buildSignInUrl = (publicUrl: string, secret: string): string =>
  `${publicUrl}/app/sign-in#${secret}`;
