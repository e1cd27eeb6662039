import type { EntityManager } from 'typeorm';
import type { AnswerClaim, PostChange } from '../../catalogue/runs.js';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { affected } from '../../../entities/rows.js';
import { closeHold } from '../../ledger/close-hold.js';
import { AlreadyAnswered, storeAnswer } from '../../durable/stored-answers.js';
import type { PublishDeps } from '../publish/deps.js';

/**
 * scheduled -> cancelled as long as every platform waits: the full price goes back.
 * @param claim of the request that asks for it; null when an operator has ended the run
 */
export async function cancelPost(
  { db, parts }: Pick<PublishDeps, 'db' | 'parts'>,
  postId: string,
  claim: AnswerClaim | null,
): Promise<PostChange> {
  try {
    return await db.transaction((tx) => cancelIn(tx, parts, postId, claim));
  } catch (error) {
    if (error instanceof AlreadyAnswered) return 'not_waiting';
    throw error;
  }
}

async function cancelIn(
  tx: EntityManager,
  parts: PublishDeps['parts'],
  postId: string,
  claim: AnswerClaim | null,
): Promise<PostChange> {
  const post = await tx.findOne(SocialPost, {
    where: { id: postId },
    lock: { mode: 'pessimistic_write' },
  });
  // An earlier try may have cancelled it and lost its answer.
  if (post?.status === 'cancelled') return 'changed';
  if (post?.status !== 'scheduled') return 'not_waiting';
  const rows = await tx.findBy(SocialPublication, { postId });
  if (rows.some(({ state }) => state !== 'waiting')) return 'not_waiting';
  await tx.query(
    `UPDATE social_publication SET state = 'cancelled', error_code = 'CANCELLED', settled_at = now()
     WHERE post_id = $1`,
    [postId],
  );
  await affected(
    tx,
    `UPDATE social_post SET status = 'cancelled', refunded_credits = credits, settled_at = now(),
       version = version + 1 WHERE id = $1`,
    [postId],
  );
  if (claim) {
    const cancelled = await tx.findOneByOrFail(SocialPost, { id: postId });
    const results = await tx.findBy(SocialPublication, { postId });
    const body = JSON.stringify(parts.presentPost(cancelled, results));
    await storeAnswer(tx, claim, { status: 200, body });
  }
  await closeHold(tx, { refType: 'social_post', refId: postId, settle: 0 });
  return 'changed';
}
