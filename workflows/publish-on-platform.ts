import { patched, sleep, TemporalFailure } from '@temporalio/workflow';
import {
  ARMS_MAX,
  LEASE_DELAYS_MS,
  LEASE_WAIT_MS_MAX,
  UNSENT_MAX,
  pickWait,
} from '../domain/catalogue/publish-retries.js';
import type { BegunPublication } from '../domain/catalogue/publish-steps.js';
import type { PostErrorCode } from '../domain/catalogue/social-states.js';
import { describeWait } from './describe-run.js';
import { draft, draftAgain, prepare } from './draft-on-platform.js';
import { pollUntilKnown, sendCommit, type CommitResult } from './commit-on-platform.js';
import type { PostBoard } from './post-board.js';
import { runPostStep } from './post-step.js';
import { BranchEnded, Publication } from './publication.js';

/** The code for a step that Temporal retried unsuccessfully before anything was sent. */
const STEP_GIVEN_UP = 'PLATFORM_UNAVAILABLE';

/**
 * Publishes a post on one platform until its row has ended. Never throws for platform failures, so
 * that platforms do not affect each other.
 */
export async function publishOn(
  postId: string,
  begun: BegunPublication,
  board: PostBoard,
): Promise<void> {
  if (begun.state === 'over') return board.showPlatform(begun.platform, '**over**');
  const publication = new Publication({ postId, platform: begun.platform }, board);
  try {
    await publish(publication, begun);
    publication.show('**published**');
  } catch (error) {
    const end = readEnd(error);
    publication.show(end.code === null ? '**over**' : `**failed** (${end.code})`);
    if (end.code === null) return;
    const { code, platformCode } = end;
    await runPostStep(publication.line(`failed, ${code}`), (post) =>
      post.failPublication({ ...publication.ref, code, platformCode }),
    );
  }
}

interface BranchEnd {
  readonly code: PostErrorCode | null;
  readonly platformCode: string | null;
}

/** @throws {Error} a bug in the workflow code, which must not end a post */
function readEnd(error: unknown): BranchEnd {
  if (error instanceof BranchEnded) return error;
  if (!(error instanceof TemporalFailure)) throw error;
  return { code: STEP_GIVEN_UP, platformCode: 'step' };
}

/** @throws {BranchEnded} if the platform has no post */
async function publish(publication: Publication, begun: BegunPublication): Promise<void> {
  let attempt = begun.attemptNo;
  let known: CommitResult;
  if (begun.state === 'armed') {
    // An earlier run that armed the publication may have sent the request, and only the platform
    // knows.
    known = await pollUntilKnown(publication);
  } else {
    await prepare(publication);
    await draft(publication);
    attempt += 1;
    await arm(publication, attempt);
    known = await sendCommit(publication, attempt);
  }
  for (let unsent = 0; known.state !== 'published';) {
    if (known.state === 'not_sent') {
      unsent += 1;
      if (unsent > UNSENT_MAX) throw new BranchEnded(STEP_GIVEN_UP, 'not sent');
    } else {
      const isSent = known.state !== 'refused' || known.sent;
      if (isSent && attempt === ARMS_MAX) throw buildBranchEnd(known);
      if (known.state === 'refused' && (await publication.retry(known))) {
        await draftAgain(publication);
      }
      if (known.state === 'not_published' && known.draftAgain && patched('draft-after-look')) {
        await publication.forgetDraft();
        await draftAgain(publication);
      }
      // If the request was not sent, the next attempt can use the same arming.
      if (isSent) {
        attempt += 1;
        await arm(publication, attempt);
      }
    }
    known = await sendCommit(publication, attempt);
  }
}

const buildBranchEnd = (known: CommitResult): BranchEnded =>
  known.state === 'refused'
    ? new BranchEnded(known.code, known.platformCode)
    : new BranchEnded('PLATFORM_REFUSED', 'not published');

/** Waits in the queue of posts to the same account, and acquires the right to publish. */
async function arm(publication: Publication, attempt: number): Promise<void> {
  const began = Date.now();
  for (let tries = 0; ; tries += 1) {
    const noLane = Date.now() - began > LEASE_WAIT_MS_MAX;
    const step = await runPostStep(publication.line('arm'), (post) =>
      post.armPublication({ ...publication.ref, attempt, noLane }),
    );
    if (step.state === 'armed') return;
    if (step.state === 'over') throw new BranchEnded(null, null);
    if (step.state === 'refused') await publication.retry(step);
    else await waitForLease(publication, Math.max(step.waitMs, pickWait(LEASE_DELAYS_MS, tries)));
  }
}

async function waitForLease(publication: Publication, waitMs: number): Promise<void> {
  const line = `another post to the account goes first, again in ${describeWait(waitMs)}`;
  publication.show(line);
  await sleep(waitMs, { summary: publication.line(line) });
}
