import type { PostErrorCode } from '../catalogue/social-states.js';
import { settlePost, type SettleDeps } from '../social/publish/settle-post.js';
import { executeAndCount } from '../../entities/rows.js';

const FAIL = `
UPDATE social_publication u SET state = 'failed', settled_at = now(), open_until = NULL,
  error_code = CASE WHEN u.state = 'armed' AND u.sent_no = u.attempt_no THEN 'OUTCOME_UNKNOWN'
    ELSE $2 END
FROM social_post p
WHERE p.id = u.post_id AND p.id = $1 AND p.status = 'scheduled'
  AND u.state IN ('waiting', 'preparing', 'armed')`;

/**
 * Ends a post that no longer has a run. If a request may have been sent to a platform, the outcome
 * there is unknown; on all other platforms nothing was posted. Everything that was not certainly
 * published is refunded.
 * @param code error for platforms that got no request
 * @param follows whether to start runs that keep checking unknown outcomes
 * @returns whether anything was still open
 */
export async function endPost(
  deps: SettleDeps,
  id: string,
  code: PostErrorCode,
  { follows = false } = {},
): Promise<boolean> {
  const failed = await executeAndCount(deps.db, FAIL, [id, code]);
  await settlePost(deps, id, { follows });
  return failed > 0;
}
