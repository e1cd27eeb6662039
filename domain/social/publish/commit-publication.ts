import { setTimeout as sleep } from 'node:timers/promises';
import { COMMIT_MS_MAX } from '../../catalogue/publish-retries.js';
import type { CommitStep, PublicationRef } from '../../catalogue/publish-steps.js';
import { PlatformFailure, type PublishState } from '../../ports/social-platform.js';
import { withToken } from '../accounts/with-token.js';
import { isFromBeforeRestore } from './before-restore.js';
import type { PublishDeps } from './deps.js';
import { releaseLease } from './account-lease.js';
import { loadJob } from './load-job.js';
import { changePublication, findPublication, isSettled, buildNotOffered } from './publication.js';
import { recordPublished } from './record-published.js';

/** Maximum time in milliseconds that a commit is in flight, even if its worker was lost. */
const OPEN_MS = COMMIT_MS_MAX + 10_000;

/**
 * Thrown if another call has begun this arming's commit: our call ends before its request is sent.
 */
class ConcurrentCommitError extends Error {}

export interface CommitAttempt extends PublicationRef {
  readonly attempt: number;
}

/**
 * Sends the publishing request once per arming, no matter how often and where this is called. Only
 * its own deadline aborts it: the outcome of a sent request is always awaited and recorded. After a
 * restore the row does not prove that nothing was sent before, so nothing is sent and the outcome
 * is unknown.
 */
export async function commitPublication(
  deps: PublishDeps,
  wanted: CommitAttempt,
): Promise<CommitStep> {
  const row = await findPublication(deps.db.manager, wanted);
  if (!row || isSettled(row)) return { state: 'over' };
  if (await isFromBeforeRestore(deps.db.manager, row)) return { state: 'unknown' };
  let begun = false;
  try {
    const platform = deps.platforms.get(wanted.platform);
    if (!platform) throw buildNotOffered();
    const toJob = await loadJob(deps, row);
    const signal = AbortSignal.timeout(COMMIT_MS_MAX);
    const state = await withToken(
      deps,
      row.socialAccountId,
      async (access) => {
        // If the platform definitely refused the token, the request is sent again with a new one.
        begun ||= await beginCommit(deps, wanted);
        if (!begun) throw new ConcurrentCommitError();
        deps.pass('publish.before_commit');
        row.armedAt = new Date();
        return platform.commit(toJob(access, signal));
      },
      signal,
    );
    deps.pass('publish.after_commit');
    return await keepOutcome(deps, wanted, state);
  } catch (error) {
    if (error instanceof ConcurrentCommitError) return { state: 'unknown' };
    return endRefused(deps, wanted, error, begun);
  }
}

/**
 * Acquires the permission to send. Another worker, another of the post's runs, or an operator who
 * resets a run cannot acquire it again for the same arming.
 */
function beginCommit({ db }: PublishDeps, wanted: CommitAttempt): Promise<boolean> {
  return changePublication(
    db.manager,
    wanted,
    `state = 'armed' AND attempt_no = $3 AND sent_no < $3`,
    `sent_no = $3, armed_at = now(), open_until = now() + $4 * interval '1 ms'`,
    [wanted.attempt, OPEN_MS],
  );
}

/**
 * Records the outcome in the process that got the response; the platform is queried only if that
 * fails.
 */
async function keepOutcome(
  deps: PublishDeps,
  wanted: CommitAttempt,
  state: PublishState,
): Promise<CommitStep> {
  if (state.state === 'published') {
    await insist(() => recordPublished(deps, wanted, state));
    deps.pass('publish.after_record');
    return { state: 'published', hasUrl: state.url !== null };
  }
  await insist(() => closeCommit(deps, wanted));
  return state;
}

/** Reports a definite failure; after any other failure the outcome must be queried. */
async function endRefused(
  deps: PublishDeps,
  wanted: CommitAttempt,
  error: unknown,
  sent: boolean,
): Promise<CommitStep> {
  const isCertain = error instanceof PlatformFailure && error.kind !== 'unknown_outcome';
  if (!(error instanceof PlatformFailure)) {
    deps.log.warn({ err: error, ...wanted }, 'a commit failed without an answer');
  }
  if (sent) await insist(() => closeCommit(deps, wanted));
  if (sent && !isCertain) return { state: 'unknown' };
  if (!(error instanceof PlatformFailure)) throw error;
  const { kind, code, platformCode, until } = error;
  return { state: 'refused', kind, code, platformCode, until, sent };
}

/** Records that the call has ended, so that other workers need not wait for its deadline. */
async function closeCommit({ db }: PublishDeps, wanted: CommitAttempt): Promise<void> {
  await db.transaction(async (tx) => {
    await changePublication(tx, wanted, 'sent_no = $3', 'open_until = NULL', [wanted.attempt]);
    await releaseLease(tx, wanted);
  });
}

/** Waits between attempts to store an outcome while PostgreSQL is down, in milliseconds. */
const INSIST_DELAYS_MS = [250, 1_000, 3_000];

async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (const delay of INSIST_DELAYS_MS) {
    try {
      return await write();
    } catch {
      await sleep(delay);
    }
  }
  return write();
}
