import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { Invite } from '../../entities/invite.js';
import { Member } from '../../entities/member.js';
import { executeAndCount } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { createId } from '../contract/ids.js';
import { presentInvite, type CreateInviteBody, type InviteLinkBody } from '../contract/invite.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import type { StartDeps } from '../durable/start-workflow.js';
import type { Vault } from '../ports/vault.js';
import { expectSession } from './expect-session.js';
import { toActor, noteAudit } from './note-audit.js';
import { buildSignInUrl } from './open-sign-in-link.js';
import { hashSecret, createSecret } from './session-secrets.js';

const INVITE_DAYS = 7;
/** Maximum open invitations: more would suggest a broken script. Also the list's maximum length. */
const INVITES_MAX = 100;

export interface InviteDeps extends StartDeps {
  readonly vault: Vault;
  readonly env: { readonly publicUrl: string };
}

/** Lists open invitations, newest first. */
export function findInvites(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<Invite>> {
  const query = db
    .createQueryBuilder(Invite, 'i')
    .where({ accountId, expiresAt: MoreThan(new Date()) });
  return readPage(query, page, INVITES_MAX);
}

/**
 * Invites a person. Only this response shows the link, so it is stored sealed.
 * @throws {Refusal} CONFLICT if a member already has the address, or too many invitations are open
 */
export function invite(
  deps: InviteDeps,
  caller: Caller,
  claim: RequestClaim,
  body: CreateInviteBody,
): Promise<InviteLinkBody> {
  const { accountId } = caller;
  const secret = createSecret();
  const row = {
    id: createId('inv'),
    secretHash: hashSecret(secret),
    accountId,
    name: body.name,
    email: body.email?.toLowerCase() ?? null,
    role: body.role,
    invitedBy: caller.memberId,
    expiresAt: new Date(Date.now() + INVITE_DAYS * 86_400_000),
    createdAt: new Date(),
  };
  return answerOnce(
    deps,
    claim,
    async (tx, once) => {
      await expectSession(tx, caller, 'members');
      await expectInviteSlot(tx, row);
      await tx.insert(Invite, row);
      await noteAudit(tx, toActor(caller), {
        action: 'invite.created',
        target: row.id,
        details: { name: row.name, role: row.role },
      });
      const url = buildSignInUrl(deps.env.publicUrl, secret);
      return once.answer({ ...presentInvite(row), url });
    },
    { seal: deps.vault },
  );
}

async function expectInviteSlot(
  tx: EntityManager,
  { accountId, email }: Pick<Invite, 'accountId' | 'email'>,
): Promise<void> {
  await tx.query('DELETE FROM invite WHERE account_id = $1 AND expires_at < now()', [accountId]);
  if ((await tx.countBy(Invite, { accountId })) >= INVITES_MAX) {
    const message = `${INVITES_MAX} invites are already pending. Revoke some of them first.`;
    throw new Refusal('CONFLICT', { message });
  }
  if (email === null) return;
  if (await tx.existsBy(Member, { accountId, email, removedAt: IsNull() })) {
    throw new Refusal('CONFLICT', {
      message: 'A member of the team already has this email address.',
    });
  }
}

/**
 * Withdraws an invitation: its link stops working immediately.
 * @throws {Refusal} NOT_FOUND
 */
export function endInvite(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<DeletedObject<'invite'>> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'members');
    const deleted = 'DELETE FROM invite WHERE id = $1 AND account_id = $2';
    if ((await executeAndCount(tx, deleted, [id, caller.accountId])) === 0) {
      throw refuseUnknown('invite', id);
    }
    await noteAudit(tx, toActor(caller), { action: 'invite.revoked', target: id });
    return once.answer(toDeleted('invite', id));
  });
}
