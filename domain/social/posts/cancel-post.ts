import type { EntityManager } from 'typeorm';
import type { AnswerClaim, PostChange } from '../../catalogue/runs.js';
import { answerInRun, commitAndStart, type OnceContext } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import { closeHold } from '../../ledger/close-hold.js';
import { lockWaiting } from './lock-waiting.js';
import { presentNow } from './find-posts.js';

/**
 * Cancels a post (scheduled -> cancelled) while every platform is waiting, with the refund and the
 * request's stored response. Emits no event, because the caller knows the outcome. If another
 * request has used the key, nothing changes.
 * @param claim the claim of the cancel request; null if an operator has ended the run
 */
export async function cancelPost(
  deps: StartDeps,
  id: string,
  claim: AnswerClaim | null,
): Promise<PostChange> {
  if (!claim) return commitAndStart(deps, (tx) => cancel(tx, id, null));
  const change = await answerInRun(deps, claim, (tx, once) => cancel(tx, id, once));
  return change ?? 'not_waiting';
}

async function cancel(
  tx: EntityManager,
  id: string,
  once: OnceContext | null,
): Promise<PostChange> {
  const post = await lockWaiting(tx, id);
  // An earlier attempt may have cancelled the post and lost its response: then this attempt must
  // report success.
  if (post?.status === 'cancelled') return 'changed';
  if (!post?.waits) return 'not_waiting';
  await tx.query(
    `UPDATE social_publication SET state = 'cancelled', error_code = 'CANCELLED', settled_at = now()
     WHERE post_id = $1`,
    [id],
  );
  await tx.query(
    `UPDATE social_post SET status = 'cancelled', refunded_credits = credits, settled_at = now(),
       proposal = NULL, version = version + 1 WHERE id = $1`,
    [id],
  );
  if (once) await once.answer(await presentNow(tx, await post.read()));
  await closeHold(tx, { refType: 'social_post', refId: id, settle: 0 });
  return 'changed';
}
