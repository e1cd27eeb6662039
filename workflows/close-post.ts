import { CancellationScope, CancelledFailure } from '@temporalio/workflow';
import type { PostEnd } from '../domain/catalogue/publish-steps.js';
import type { PostOutcome } from '../domain/catalogue/runs.js';
import { POST_ERRORS } from '../domain/catalogue/social-states.js';
import { failRun, waitForCancel } from './close-run.js';

/**
 * Closes the run of a post according to its outcome: Completed when it was published somewhere or
 * its owner cancelled it, Canceled when an operator cancelled it, else Failed with the public code.
 */
export async function closePost({ outcome, code }: PostEnd): Promise<PostOutcome> {
  if (outcome === 'published' || outcome === 'partial') return outcome;
  if (outcome === 'failed') throw failRun(code ?? 'UNKNOWN', code ? POST_ERRORS[code] : '');
  await waitForCancel();
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('cancelled');
  return outcome;
}
