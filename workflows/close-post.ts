import { CancellationScope, CancelledFailure } from '@temporalio/workflow';
import type { PostEnd } from '../domain/catalogue/publish-steps.js';
import type { PostOutcome } from '../domain/catalogue/runs.js';
import { POST_ERRORS } from '../domain/catalogue/social-states.js';
import { failRun, waitForCancel } from './close-run.js';

/**
 * Closes a post's run according to the outcome: Completed if the post was published on any platform
 * or its owner cancelled it, Canceled if an operator cancelled it, otherwise Failed with the public
 * code.
 */
export async function closePost({ outcome, code }: PostEnd): Promise<PostOutcome> {
  if (outcome === 'published' || outcome === 'partial') return outcome;
  if (outcome === 'failed') throw failRun(code ?? 'UNKNOWN', code ? POST_ERRORS[code] : '');
  await waitForCancel();
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('cancelled');
  return outcome;
}
