import type { Caller } from '../accounts/caller.js';
import { grantOnce } from '../accounts/grant-once.js';
import { raiseLimit } from '../accounts/raise-limit.js';
import type { AdminAccountBody, GrantBody, RaiseBody } from '../contract/admin.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectSession } from '../identity/expect-session.js';
import { noteAudit, buildOperatorActor } from '../identity/note-audit.js';
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
