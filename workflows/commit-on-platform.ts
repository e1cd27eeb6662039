import { ActivityFailure, proxyActivities, sleep } from '@temporalio/workflow';
import type { PublishActivities } from '../activities/publish-calls.js';
import { POLL_DELAYS_MS, POLL_MS_MAX, pickWait } from '../domain/catalogue/publish-retries.js';
import type { CommitStep, PollStep, StepRefusal } from '../domain/catalogue/publish-steps.js';
import { describeWait } from './describe-run.js';
import { commit as commitPolicy, platformCall } from './policies.js';
import { BranchEnded, type Publication } from './publication.js';

const once = proxyActivities<PublishActivities>(commitPolicy);
const calls = proxyActivities<PublishActivities>(platformCall);

/** A commit's known outcome. */
export type CommitResult =
  | { readonly state: 'published' | 'not_sent' }
  | { readonly state: 'not_published'; readonly draftAgain?: true }
  /** The post was certainly not published; `sent` says whether the request was sent. */
  | (StepRefusal & { readonly sent: boolean });

/** Sends the publishing request and determines its outcome. */
export async function sendCommit(publication: Publication, attempt: number): Promise<CommitResult> {
  publication.show('commit');
  const step = await callOnce(publication, attempt);
  switch (step.state) {
    case 'over':
      throw new BranchEnded(null, null);
    case 'pending':
      return pollUntilKnown(publication, WORKS_ON_IT, step.waitMs);
    case 'unknown':
      return pollUntilKnown(publication);
    default:
      return step;
  }
}

/** Tries once. A step without a result leaves the outcome open, even if its worker was lost. */
async function callOnce(publication: Publication, attempt: number): Promise<CommitStep> {
  const summary = publication.line('commit');
  try {
    return await once.commitPublication.executeWithOptions({ summary }, [
      { ...publication.ref, attempt },
    ]);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return { state: 'unknown' };
  }
}

const WORKS_ON_IT = 'waiting for the platform';
const UNKNOWN = 'outcome unknown, reading the platform';

/**
 * Polls the platform until a commit's outcome is known.
 * @throws {BranchEnded} OUTCOME_UNKNOWN if the platform does not report it in time
 */
export async function pollUntilKnown(
  publication: Publication,
  why = UNKNOWN,
  firstMs = 0,
): Promise<CommitResult> {
  const end = Date.now() + POLL_MS_MAX[publication.ref.platform];
  let waitMs = firstMs;
  for (let polls = 0; Date.now() < end; polls += 1) {
    if (waitMs > 0) await waitToPoll(publication, why, waitMs);
    const step = await pollOnce(publication, why);
    if (step.state === 'over') throw new BranchEnded(null, null);
    if (step.state === 'refused') return readRefusal(step);
    if (step.state !== 'pending') return step;
    waitMs = Math.max(step.waitMs, pickWait(POLL_DELAYS_MS, polls));
  }
  throw new BranchEnded('OUTCOME_UNKNOWN', 'no answer in time');
}

/**
 * `permanent` means that the platform reports no such post; for other kinds, the outcome can never
 * be determined.
 */
function readRefusal(step: StepRefusal): CommitResult {
  if (step.kind === 'permanent') return { ...step, sent: true };
  throw new BranchEnded('OUTCOME_UNKNOWN', `${step.kind} ${step.platformCode}`);
}

async function waitToPoll(publication: Publication, why: string, waitMs: number): Promise<void> {
  const line = `${why}, check again in ${describeWait(waitMs)}`;
  publication.show(line);
  await sleep(waitMs, { summary: publication.line(line) });
}

async function pollOnce(publication: Publication, why: string): Promise<PollStep> {
  publication.show(why);
  const summary = publication.line(why);
  try {
    return await calls.lookAtPublication.executeWithOptions({ summary }, [publication.ref]);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return { state: 'pending', waitMs: 0 };
  }
}
