import {
  CancellationScope,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
} from '@temporalio/workflow';
import type { PostActivities } from '../activities/publish.js';
import { insistentDb, quickDb } from './policies.js';

/**
 * Runs a step that changes a post's rows: first as a local activity, and if that fails for some
 * seconds, as a regular activity, which is retried until it succeeds (state-step.ts explains why).
 * @param summary one line for operators
 */
export async function runPostStep<T>(
  summary: string,
  step: (post: PostActivities) => Promise<T>,
): Promise<T> {
  try {
    return await step(proxyLocalActivities<PostActivities>({ ...quickDb, summary }));
  } catch (error) {
    const isOver = CancellationScope.current().consideredCancelled;
    if (isOver || !(error instanceof TemporalFailure)) throw error;
    return step(proxyActivities<PostActivities>({ ...insistentDb, summary }));
  }
}
