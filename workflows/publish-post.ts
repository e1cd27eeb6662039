import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  ParentClosePolicy,
  startChild,
  TemporalFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { BegunPublication, FollowJob, PostEnd } from '../domain/catalogue/publish-steps.js';
import { ENDING_VERSION, type PostJob, type PostOutcome } from '../domain/catalogue/runs.js';
import { closePost } from './close-post.js';
import { reportEnding, isCancelledHere } from './ending.js';
import { followPublication } from './follow-publication.js';
import { PostBoard } from './post-board.js';
import { runPostStep } from './post-step.js';
import { publishOn } from './publish-on-platform.js';
import { DueTime } from './wait-until-due.js';

const ACCOUNT_ID = defineSearchAttributeKey('AccountId', SearchAttributeType.KEYWORD);

/**
 * Runs one post: waits until it is due, claims it, publishes on all platforms concurrently, and
 * settles. After the claim the run cannot be stopped, because the outcome of sent requests must be
 * determined. It may wait for a year, longer than any build is kept, so it moves to the newest
 * build (versioned.ts): changes to this code need `patched`.
 */
export async function publishPost(job: PostJob): Promise<PostOutcome> {
  const due = new DueTime(job);
  due.listen();
  const board = new PostBoard(job.platforms);
  const end = await runPost(job, due, board).catch((error: unknown) => {
    if (!isCancelledHere(error)) throw error;
    return CancellationScope.nonCancellable(() => cancelByOperator(job));
  });
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  board.showPost(`**${end.outcome}**${end.code === null ? '' : ` (${end.code})`}`);
  const { outcome, code, refunded } = end;
  reportEnding({ outcome, code, refunded });
  return closePost(end);
}

async function runPost(job: PostJob, due: DueTime, board: PostBoard): Promise<PostEnd> {
  const { postId } = job;
  for (;;) {
    board.showPost('waiting until it is due');
    if (!(await due.wait())) return CANCELLED;
    const claim = await CancellationScope.nonCancellable(() =>
      runPostStep('claim', (post) => post.claimPost({ postId, now: Date.now() })),
    );
    if (claim.state === 'over') return claim.end;
    if (claim.state === 'fired') {
      return CancellationScope.nonCancellable(() => publish(job, claim.publications, board));
    }
    due.moveTo(claim.dueAt);
  }
}

const CANCELLED: PostEnd = { outcome: 'cancelled', code: 'CANCELLED', refunded: 0 };

async function publish(
  { postId }: PostJob,
  publications: readonly BegunPublication[],
  board: PostBoard,
): Promise<PostEnd> {
  board.showPost('publishing');
  await Promise.all(publications.map((begun) => publishOn(postId, begun, board)));
  const end = await runPostStep('settle', (post) => post.settlePost({ postId }));
  for (const { platform, what } of end.follow ?? []) await follow({ postId, platform, what });
  return end;
}

/**
 * Starts a child workflow that tracks late results, so that this run can end immediately. Another
 * of the post's runs may have started the child already.
 */
async function follow(job: FollowJob): Promise<void> {
  const { postId, platform, what } = job;
  const accountId = workflowInfo().typedSearchAttributes.get(ACCOUNT_ID);
  try {
    await startChild(followPublication, {
      workflowId: `${postId}-${platform}`,
      args: [job],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `${platform}: check for the ${what === 'url' ? 'URL' : 'outcome'}`,
      typedSearchAttributes: accountId === undefined ? [] : [{ key: ACCOUNT_ID, value: accountId }],
      memo: { endingVersion: ENDING_VERSION },
    });
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
  }
}

/**
 * Ends the post after an operator cancelled its waiting run. A post that is already being published
 * ends by itself.
 */
async function cancelByOperator({ postId }: PostJob): Promise<PostEnd> {
  await runPostStep('cancel for an operator', (post) => post.cancelPost({ postId, claim: null }));
  const claim = await runPostStep('read its end', (post) =>
    post.claimPost({ postId, now: Date.now() }),
  );
  return claim.state === 'over' ? claim.end : CANCELLED;
}
