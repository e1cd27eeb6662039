import type { EntityManager } from 'typeorm';
import type { PostErrorCode, PostStatus } from '../catalogue/social-states.js';
import { commitAndStart } from '../durable/answer-once.js';
import type { StartDeps, WorkflowToStart } from '../durable/start-workflow.js';
import { closeHold } from '../ledger/close-hold.js';
import { SocialPost } from '../../entities/social-post.js';
import { SocialPublication } from '../../entities/social-publication.js';

export interface EndPostDeps extends StartDeps {
  /** Writes the event of a post that has ended, with its deliveries. */
  readonly announcePost?: (
    tx: EntityManager,
    post: SocialPost,
    publications: readonly SocialPublication[],
  ) => Promise<WorkflowToStart[]>;
}

const FAIL = `
UPDATE social_publication SET state = 'failed', settled_at = now(),
  error_code = CASE state WHEN 'armed' THEN 'OUTCOME_UNKNOWN' ELSE $2 END
WHERE post_id = $1 AND state IN ('waiting', 'preparing', 'armed')`;

/**
 * Ends a post that has no run any more. A platform to which a request may have been sent has an
 * unknown outcome; on the others nothing was posted. What is not out for certain is refunded.
 * @param code of platforms to which nothing was sent
 * @returns false when it has ended before
 */
export async function endPost(
  deps: EndPostDeps,
  id: string,
  code: PostErrorCode,
): Promise<boolean> {
  return commitAndStart(deps, async (tx, starts) => {
    const lock = { mode: 'pessimistic_write' } as const;
    const post = await tx.findOne(SocialPost, { where: { id, status: 'scheduled' }, lock });
    if (!post) return false;
    await tx.query(FAIL, [id, code]);
    const rows = await tx.findBy(SocialPublication, { postId: id });
    const out = rows.filter(({ state }) => state === 'published');
    const kept = out.reduce((sum, { credits }) => sum + credits, 0);
    const status: PostStatus =
      out.length === 0 ? 'failed' : out.length === rows.length ? 'published' : 'partial';
    const settled = { status, refundedCredits: post.credits - kept, settledAt: new Date() };
    await tx.update(SocialPost, { id }, settled);
    await closeHold(tx, { refType: 'social_post', refId: id, settle: kept });
    // A post that was scheduled has no event: it is read.
    if (post.scheduledAt === null && deps.announcePost) {
      const ended = await tx.findOneByOrFail(SocialPost, { id });
      starts.push(...(await deps.announcePost(tx, ended, rows)));
    }
    return true;
  });
}
