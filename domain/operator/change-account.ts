import type { Caller } from '../accounts/caller.js';
import { changePlan } from '../accounts/change-plan.js';
import { createAccount } from '../accounts/create-account.js';
import { grantOnce } from '../accounts/grant-once.js';
import { raiseLimit } from '../accounts/raise-limit.js';
import { resumeAccount, suspendAccount } from '../accounts/suspend-account.js';
import type { AuditAction } from '../catalogue/audit-actions.js';
import type {
  AccountUpdateBody,
  AdminAccountBody,
  GrantBody,
  NewAccountBody,
  RaiseBody,
  SignInLinkBody,
} from '../contract/admin-accounts.js';
import { createId } from '../contract/ids.js';
import { refuseInvalid } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectSession } from '../identity/expect-session.js';
import { noteAudit, buildOperatorActor } from '../identity/note-audit.js';
import { buildSignInUrl, openSignInLink } from '../identity/open-sign-in-link.js';
import type { InviteDeps } from '../identity/change-invites.js';
import { showAdminAccount } from './find-accounts.js';
import { endFeesAfter } from '../social/accounts/end-fees.js';

/** An operator's request to change an account. */
interface AccountChange<B> {
  readonly id: string;
  readonly body: B;
}

/**
 * Adds credits to an account, once per `ref`.
 * @throws {Refusal} NOT_FOUND; CONFLICT if the reference belongs to another grant
 */
export function grantByOperator(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  { id, body }: AccountChange<GrantBody>,
): Promise<AdminAccountBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'operate');
    const bucket = body.bucket === 'subscription' ? 'subscription' : 'purchased';
    const ref = body.ref ?? claim.key;
    const granted = await grantOnce(tx, { accountId: id, bucket, amount: body.amount, ref });
    if (granted) {
      await noteAudit(tx, buildOperatorActor(id), {
        action: 'credits.granted',
        target: id,
        details: { amount: body.amount, bucket, ref, operator_account: caller.accountId },
      });
    }
    return once.answer(await showAdminAccount(tx, id));
  });
}

/**
 * Raises an account's limit above the plan's limit, or resets it.
 * @throws {Refusal} NOT_FOUND
 */
export function raiseByOperator(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  { id, body }: AccountChange<RaiseBody>,
): Promise<AdminAccountBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'operate');
    await endFeesAfter(tx, id, () => raiseLimit(tx, id, body.limit, body.value));
    await noteAudit(tx, buildOperatorActor(id), {
      action: 'limit.raised',
      target: id,
      details: { limit: body.limit, value: body.value, operator_account: caller.accountId },
    });
    return once.answer(await showAdminAccount(tx, id));
  });
}

/** Opens an account without keys; its owner signs in with a link. */
export function openByOperator(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  { name, plan = 'free', credits = 0 }: NewAccountBody,
): Promise<AdminAccountBody> {
  const id = createId('acc');
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'operate');
    await createAccount(tx, { id, name, plan, credits });
    await noteAudit(tx, buildOperatorActor(id), {
      action: 'account.created',
      target: id,
      details: { plan, credits, operator_account: caller.accountId },
    });
    return once.answer(await showAdminAccount(tx, id));
  });
}

/**
 * Changes an account's plan or suspension.
 * @throws {Refusal} NOT_FOUND; CONFLICT for a deleted account; VALIDATION_ERROR if operators would
 * suspend the account that they use
 */
export function updateByOperator(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  { id, body: { plan, suspended } }: AccountChange<AccountUpdateBody>,
): Promise<AdminAccountBody> {
  if (suspended && id === caller.accountId) {
    const message = 'would lock you out, because you use this account; suspend it from another one';
    throw refuseInvalid([{ path: 'body.suspended', message }]);
  }
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'operate');
    const note = (action: AuditAction, details: object) =>
      noteAudit(tx, buildOperatorActor(id), {
        action,
        target: id,
        details: { ...details, operator_account: caller.accountId },
      });
    if (plan !== undefined) {
      await endFeesAfter(tx, id, () => changePlan(tx, id, plan));
      await note('plan.changed', { plan });
    }
    if (suspended === true && (await suspendAccount(tx, id))) await note('account.suspended', {});
    if (suspended === false && (await resumeAccount(tx, id))) await note('account.resumed', {});
    return once.answer(await showAdminAccount(tx, id));
  });
}

/**
 * Creates a link that signs in once as the owner of an account.
 * @throws {Refusal} NOT_FOUND; CONFLICT for a deleted account
 */
export function openLinkByOperator(
  deps: InviteDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<SignInLinkBody> {
  return answerOnce(
    deps,
    claim,
    async (tx, once) => {
      await expectSession(tx, caller, 'operate');
      const target = { accountId: id, memberId: null, operator: false };
      const { secret, expiresAt } = await openSignInLink(tx, target);
      return once.answer({
        object: 'sign_in_link' as const,
        url: buildSignInUrl(deps.env.publicUrl, secret),
        expires_at: expiresAt.getTime(),
      });
    },
    { seal: deps.vault },
  );
}
