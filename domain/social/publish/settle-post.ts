import type { EntityManager } from 'typeorm';
import type { PostEnd } from '../../catalogue/publish-steps.js';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { executeAndCount } from '../../../entities/rows.js';
import { commitAndStart } from '../../durable/answer-once.js';
import { hasRestoreSince } from '../../durable/restore-time.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';
import { closeHold } from '../../ledger/close-hold.js';
import { announcePost } from '../posts/announce-post.js';
import type { PublishDeps } from './deps.js';
import { endAsUnknown } from './before-restore.js';
import { readPostEnd, computePostStatus } from './post-end.js';
import { isSettled } from './publication.js';
import { enqueueFollows } from './start-follows.js';

export type SettleDeps = Pick<PublishDeps, 'db' | 'log' | 'startWorkflow' | 'pass'>;

/**
 * Ends a post whose publications have all ended, in one transaction: writes its status, its cost,
 * and the event if the post was immediate. A repeated call changes nothing. Publications left open
 * by a restore get an unknown outcome and are refunded.
 * @param follows starts the runs that keep checking; a post's own run starts them itself
 * @throws {Error} while a publication is in progress
 */
export async function settlePost(
  deps: SettleDeps,
  postId: string,
  { follows = false } = {},
): Promise<PostEnd> {
  const settle = (tx: EntityManager, starts: WorkflowToStart[]) =>
    settlePostInTransaction(deps, tx, { postId, follows }, starts);
  return commitAndStart(deps, settle, () => deps.pass('publish.after_settle'));
}

async function settlePostInTransaction(
  deps: SettleDeps,
  tx: EntityManager,
  { postId, follows }: { readonly postId: string; readonly follows: boolean },
  starts: WorkflowToStart[],
): Promise<PostEnd> {
  const post = await tx.findOne(SocialPost, {
    where: { id: postId },
    lock: { mode: 'pessimistic_write' },
  });
  if (post?.status !== 'scheduled') return readPostEnd(tx, post);
  if (await hasRestoreSince(tx, post.dueAt)) await endAsUnknown(tx, postId);
  const rows = await tx.findBy(SocialPublication, { postId });
  if (!rows.every(isSettled)) throw new Error('a publication of the post is in progress');
  const cost = rows
    .filter(({ state }) => state === 'published')
    .reduce((sum, { credits }) => sum + credits, 0);
  await executeAndCount(
    tx,
    `UPDATE social_post SET status = $2, refunded_credits = credits - $3, settled_at = now()
     WHERE id = $1 AND status = 'scheduled'`,
    [postId, computePostStatus(rows), cost],
  );
  const settled = await tx.findOneByOrFail(SocialPost, { id: postId });
  starts.push(...(await announcePost(tx, settled, rows)));
  const end = await readPostEnd(tx, settled);
  if (follows) starts.push(...(await enqueueFollows(tx, settled, end)));
  // Last, because it locks the account row, which all of the customer's requests need.
  await closeHold(tx, { refType: 'social_post', refId: postId, settle: cost });
  deps.pass('publish.before_settle');
  return end;
}
