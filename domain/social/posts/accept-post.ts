import type { EntityManager } from 'typeorm';
import { SocialPost, type PostSource } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { queryOne } from '../../../entities/rows.js';
import { OPEN_POSTS_MAX } from '../../catalogue/social-platforms.js';
import { presentSocialPost, type SocialPostBody } from '../../contract/social-post.js';
import type { Metadata } from '../../contract/metadata.js';
import type { Vault } from '../../ports/vault.js';
import { Refusal, refuseInvalid } from '../../contract/refusal.js';
import { readSpendable } from '../../ledger/read-spendable.js';
import { reserve } from '../../ledger/reserve.js';
import type { Caller } from '../../accounts/caller.js';
import { buildChargeRefusal } from '../../accounts/refuse-charge.js';
import { runInAccountTurn } from '../../durable/account-turn.js';
import { answerOnce, type RequestClaim } from '../../durable/answer-once.js';
import {
  enqueueStarts,
  type StartDeps,
  type WorkflowToStart,
} from '../../durable/start-workflow.js';
import { commitObjects } from '../../uploads/commit-objects.js';
import { ensureCallbackSecret } from '../../webhooks/callback-secret.js';
import { insertCallback, type CallbackTarget } from '../../webhooks/callbacks.js';
import { emitLowBalance } from '../../webhooks/emit-event.js';
import { checkPost, expectPaidFees, type CheckDeps, type PostDraftRequest } from './check-post.js';
import { findAccounts, refuseUnpaid } from './find-accounts.js';
import { postWorkflow } from './post-workflow.js';
import { buildRow, type NewPost } from './post-row.js';
import { copySources } from './read-sources.js';

export interface AcceptPostDeps extends CheckDeps, StartDeps {
  readonly newId: (prefix: 'pst' | 'hold' | 'whk') => string;
  readonly vault: Vault;
  readonly newSecret: () => string;
}

interface PostRequest extends PostDraftRequest {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  /** The time as the caller wrote it; null to post immediately. */
  readonly scheduledAt: string | null;
  readonly metadata: Metadata;
  /** The address that receives the post's event; null without a callback. */
  readonly callback: CallbackTarget | null;
}

/**
 * Accepts a post. Its files are copied first. Then one transaction stores the response, the rows,
 * the outbox row and the hold, the most contended rows last. Copies that are not referenced by a
 * row in the end are removed, at the latest by the sweep.
 * @returns the waiting post
 * @throws {Refusal} the refusals of `checkPost`; INSUFFICIENT_CREDITS, SPEND_CAP_REACHED,
 * LIMIT_REACHED, UNAUTHORIZED, ACCOUNT_SUSPENDED by the current state of key and account; nothing
 * is stored
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function acceptPost(
  deps: AcceptPostDeps,
  { caller, claim, scheduledAt, metadata, callback, ...wanted }: PostRequest,
): Promise<SocialPostBody> {
  const checked = await checkPost(deps, caller, wanted);
  expectPaidFees(checked);
  await expectPayment(deps, caller, checked.price);
  const id = deps.newId('pst');
  const sources = await copySources(deps, id, checked.sources);
  const post = buildRow({ id, caller, checked, sources, scheduledAt, metadata });
  const keys = sources.map(({ key }: PostSource) => key);
  return commitObjects(deps.store, keys, () =>
    answerOnce(deps, claim, async (tx, once) => {
      const answered = await once.answer(presentSocialPost(post.row, post.publications));
      await insert(tx, post);
      if (callback) {
        const { accountId } = caller;
        await ensureCallbackSecret(tx, deps, accountId);
        await insertCallback(tx, { refId: id, id: deps.newId('whk'), accountId }, callback);
      }
      const run = postWorkflow(post.row, caller.accountId);
      once.starts.push(...(await enqueueStarts(tx, [run])));
      once.starts.push(...(await charge(tx, deps.newId('hold'), caller, post)));
      await expectPostSlot(tx, caller.accountId);
      return answered;
    }),
  );
}

/** Inserts the post. Checks the accounts again, because copying may have taken a minute. */
async function insert(tx: EntityManager, { row, publications }: NewPost): Promise<void> {
  const { ids, issues, unpaid } = await findAccounts(tx, row, row);
  if (issues.length > 0) throw refuseInvalid(issues);
  if (unpaid.length > 0) throw refuseUnpaid(unpaid);
  await tx.insert(SocialPost, row);
  await tx.insert(
    SocialPublication,
    publications.map((one) => ({ ...one, socialAccountId: ids.get(one.platform) ?? '' })),
  );
}

/**
 * Charges the post.
 * @returns the deliveries of `credits.low` to start
 */
async function charge(
  tx: EntityManager,
  holdId: string,
  { accountId, keyId }: Caller,
  { row }: Pick<NewPost, 'row'>,
): Promise<WorkflowToStart[]> {
  const { id: refId, credits: price, createdAt: now } = row;
  const wanted = { accountId, keyId, holdId, refType: 'social_post', refId, price, now } as const;
  const reserved = await reserve(tx, wanted);
  if (!reserved.ok) throw buildChargeRefusal(reserved, price, now);
  if (reserved.lowBalance === null) return [];
  return emitLowBalance(tx, accountId, reserved.lowBalance, now);
}

class PaymentRehearsed extends Error {}

/** Tries the payment and rolls it back, so that nothing is copied if the payment would fail. */
async function expectPayment(deps: AcceptPostDeps, caller: Caller, price: number): Promise<void> {
  const now = new Date();
  const key = { ...caller, monthlyCap: caller.monthlyCreditCap };
  if ((await readSpendable(deps.db.manager, key, now)) >= price) return;
  const row = { id: deps.newId('pst'), credits: price, createdAt: now };
  const rehearse = () =>
    deps.db.transaction(async (tx) => {
      await charge(tx, deps.newId('hold'), caller, { row } as NewPost);
      throw new PaymentRehearsed();
    });
  await runInAccountTurn(deps, caller.accountId, rehearse).catch((error: unknown) => {
    if (!(error instanceof PaymentRehearsed)) throw error;
  });
}

const COUNT = `
SELECT count(*)::int AS open FROM social_post WHERE account_id = $1 AND status = 'scheduled'`;

/**
 * Checks the number of posts. Runs after the charge, which locks the account, so posts are counted
 * one after the other.
 */
async function expectPostSlot(tx: EntityManager, accountId: string): Promise<void> {
  const row = await queryOne<{ open: number }>(tx, COUNT, [accountId]);
  if (!row || row.open <= OPEN_POSTS_MAX) return;
  throw new Refusal('LIMIT_REACHED', {
    message: `The account has ${OPEN_POSTS_MAX} scheduled posts, the maximum. Cancel one, or wait until one is published.`,
    details: { code: 'SOCIAL_POST_LIMIT', limit: OPEN_POSTS_MAX },
  });
}
