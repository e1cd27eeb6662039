import type { EntityManager } from 'typeorm';
import { SocialPost } from '../../../entities/social-post.js';
import { executeAndCount } from '../../../entities/rows.js';
import { hasRestoreSince } from '../../durable/restore-time.js';

/**
 * Checks whether the database was restored after the post was due. If so, its rows may be older
 * than the posts on the platform: only the platform knows what was published, and nothing is sent.
 */
export async function isFromBeforeRestore(
  tx: EntityManager,
  { postId }: { readonly postId: string },
): Promise<boolean> {
  const post = await tx.findOneBy(SocialPost, { id: postId });
  return post !== null && hasRestoreSince(tx, post.dueAt);
}

/**
 * Fails waiting, preparing and armed publications with an unknown outcome: a run may have published
 * the post before the restore. Later checks of the platform can still find it.
 */
export async function endAsUnknown(tx: EntityManager, postId: string): Promise<void> {
  await executeAndCount(
    tx,
    `UPDATE social_publication SET state = 'failed', error_code = 'OUTCOME_UNKNOWN',
       platform_code = 'restored', settled_at = now(), open_until = NULL
     WHERE post_id = $1 AND state IN ('waiting', 'preparing', 'armed')`,
    [postId],
  );
}
