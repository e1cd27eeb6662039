import type { EntityManager } from 'typeorm';
import type { FollowTarget, PostEnd } from '../../catalogue/publish-steps.js';
import type { PostOutcome } from '../../catalogue/runs.js';
import type { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';

/** Combines the states of ended publications into the post's outcome. */
export function computePostStatus(
  rows: readonly Pick<SocialPublication, 'state'>[],
): Exclude<PostOutcome, 'cancelled'> {
  const out = rows.filter(({ state }) => state === 'published').length;
  if (out === rows.length) return 'published';
  return out > 0 ? 'partial' : 'failed';
}

/** Reads a post's outcome. A deleted post counts as cancelled, because its rows no longer exist. */
export async function readPostEnd(tx: EntityManager, post: SocialPost | null): Promise<PostEnd> {
  if (!post || post.status === 'scheduled') {
    return { outcome: 'cancelled', code: 'CANCELLED', refunded: 0 };
  }
  const { id: postId, status: outcome, refundedCredits: refunded } = post;
  const rows = await tx.find(SocialPublication, {
    where: { postId },
    order: { platform: 'ASC' },
  });
  const failed = rows.find(({ errorCode }) => errorCode !== null);
  const code = outcome === 'published' ? null : (failed?.errorCode ?? null);
  const follow = rows.flatMap((row) => {
    const what = findFollowTarget(row);
    return what === null ? [] : [{ platform: row.platform, what }];
  });
  return { outcome, code, refunded, ...(follow.length > 0 && { follow }) };
}

/** Finds the detail of an ended publication that is still unknown; null if there is none. */
export function findFollowTarget({
  state,
  errorCode,
  url,
}: SocialPublication): FollowTarget | null {
  if (state === 'published' && url === null) return 'url';
  return errorCode === 'OUTCOME_UNKNOWN' ? 'outcome' : null;
}
