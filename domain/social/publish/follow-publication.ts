import type { FollowJob } from '../../catalogue/publish-steps.js';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { executeAndCount } from '../../../entities/rows.js';
import { PlatformFailure, type PublishState } from '../../ports/social-platform.js';
import { withToken } from '../accounts/with-token.js';
import type { PublishDeps } from './deps.js';
import { loadJob } from './load-job.js';
import { findFollowTarget, computePostStatus } from './post-end.js';
import { changePublication, findPublication, buildNotOffered } from './publication.js';

/**
 * Checks the platform once after a post has ended: for a published post's URL, or for an unknown
 * outcome. The result is shown, but moves no credits and emits no event. The row decides what is
 * checked: after a restore the outcome can be unknown in the row although the run knew it as
 * published.
 * @returns whether there is nothing more to check
 */
export async function followPublication(
  deps: PublishDeps,
  job: FollowJob,
  signal: AbortSignal,
): Promise<boolean> {
  const row = await findPublication(deps.db.manager, job);
  const what = row && findFollowTarget(row);
  if (!row || what === null) return true;
  try {
    return what === 'url'
      ? await pollForUrl(deps, row, signal)
      : await pollForOutcome(deps, row, signal);
  } catch (error) {
    if (error instanceof PlatformFailure) return error.kind === 'permanent';
    throw error;
  }
}

async function pollForUrl(
  deps: PublishDeps,
  row: SocialPublication,
  signal: AbortSignal,
): Promise<boolean> {
  const platform = deps.platforms.get(row.platform);
  if (!platform?.findUrl) return true;
  const toJob = await loadJob(deps, row);
  const url = await withToken(
    deps,
    row.socialAccountId,
    async (access) => (await platform.findUrl?.(toJob(access, signal), row.remotePostId)) ?? null,
    signal,
  );
  if (url === null) return false;
  await changePublication(deps.db.manager, row, 'url IS NULL', 'url = $3', [url]);
  return true;
}

async function pollForOutcome(
  deps: PublishDeps,
  row: SocialPublication,
  signal: AbortSignal,
): Promise<boolean> {
  const platform = deps.platforms.get(row.platform);
  if (!platform) throw buildNotOffered();
  const toJob = await loadJob(deps, row);
  const state = await withToken(
    deps,
    row.socialAccountId,
    (access) => platform.reconcile(toJob(access, signal)),
    signal,
  );
  if (state.state !== 'published') return false;
  await showPublished(deps, row, state);
  return true;
}

/** Marks a failed publication with an unknown outcome as published, and updates the post. */
async function showPublished(
  { db }: PublishDeps,
  row: SocialPublication,
  { remotePostId, url }: Extract<PublishState, { state: 'published' }>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { postId } = row;
    await tx.findOne(SocialPost, { where: { id: postId }, lock: { mode: 'pessimistic_write' } });
    const changed = await changePublication(
      tx,
      row,
      `state = 'failed' AND error_code = 'OUTCOME_UNKNOWN'`,
      `state = 'published', remote_post_id = $3, url = $4, error_code = NULL, platform_code = NULL,
       found_at = now()`,
      [remotePostId, url],
    );
    if (!changed) return;
    const rows = await tx.findBy(SocialPublication, { postId });
    await executeAndCount(
      tx,
      `UPDATE social_post SET status = $2 WHERE id = $1 AND status IN ('failed', 'partial')`,
      [postId, computePostStatus(rows)],
    );
  });
}
