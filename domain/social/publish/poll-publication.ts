import type { PollStep, PublicationRef } from '../../catalogue/publish-steps.js';
import type { SocialPublication } from '../../../entities/social-publication.js';
import { PlatformFailure } from '../../ports/social-platform.js';
import { withToken } from '../accounts/with-token.js';
import type { PublishDeps } from './deps.js';
import { isFromBeforeRestore } from './before-restore.js';
import { loadJob } from './load-job.js';
import { findPublication, buildNotOffered } from './publication.js';
import { recordPublished } from './record-published.js';

/** Failures of the read itself, which say nothing about the post. */
const READ_AGAIN: readonly PlatformFailure['kind'][] = [
  'retry',
  'new_draft',
  'rate_limited',
  'quota',
  'unknown_outcome',
];

/**
 * Reads a commit's outcome, and stores it in the row.
 * @throws {PlatformFailure} if the post has permanently failed, or its outcome can never be read
 */
export async function pollPublication(
  deps: PublishDeps,
  ref: PublicationRef,
  signal: AbortSignal,
): Promise<PollStep> {
  const row = await findPublication(deps.db.manager, ref);
  if (row?.state === 'published') return { state: 'published', hasUrl: row.url !== null };
  if (row?.state !== 'armed') return { state: 'over' };
  if (row.sentNo < row.attemptNo) {
    // After a restore the row may be older than the publishing request: only the platform knows
    // whether it was sent.
    if (!(await isFromBeforeRestore(deps.db.manager, row))) return { state: 'not_sent' };
  }
  // The worker may be alive, and its call may still arrive: a result read now could change.
  const openMs = (row.openUntil?.getTime() ?? 0) - Date.now();
  if (openMs > 0) return { state: 'pending', waitMs: openMs };
  return readOutcome(deps, row, signal);
}

async function readOutcome(
  deps: PublishDeps,
  row: SocialPublication,
  signal: AbortSignal,
): Promise<PollStep> {
  const { postId, platform: name } = row;
  const platform = deps.platforms.get(name);
  if (!platform) throw buildNotOffered();
  const toJob = await loadJob(deps, row);
  try {
    const state = await withToken(
      deps,
      row.socialAccountId,
      (access) => platform.reconcile(toJob(access, signal)),
      signal,
    );
    if (state.state !== 'published') return state;
    await recordPublished(deps, { postId, platform: name }, state);
    deps.pass('publish.after_record');
    return { state: 'published', hasUrl: state.url !== null };
  } catch (error) {
    if (!(error instanceof PlatformFailure) || !READ_AGAIN.includes(error.kind)) throw error;
    const waitMs = error.until === null ? 0 : Math.max(0, error.until - Date.now());
    return { state: 'pending', waitMs };
  }
}
