import {
  CancellationScope,
  patched,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
} from '@temporalio/workflow';
import type { StateActivities } from '../activities/generations.js';
import { insistentDb, quickDb } from './policies.js';

/**
 * Runs a step that changes a generation's row: first as a local activity, which costs one event,
 * and if that fails for some seconds, as a regular activity, which is retried until it succeeds. A
 * regular activity's error is visible under Pending Activities, and it occupies no workflow task. A
 * local activity that is retried for ever has neither advantage, and fills the history with
 * workflow tasks.
 * @param summary one line for operators
 */
export async function runStateStep<T>(
  summary: string,
  step: (state: StateActivities) => Promise<T>,
): Promise<T> {
  try {
    return await step(proxyLocalActivities<StateActivities>({ ...quickDb, summary }));
  } catch (error) {
    const isOver = CancellationScope.current().consideredCancelled;
    // A local activity's failure is not wrapped in an ActivityFailure.
    if (isOver || !(error instanceof TemporalFailure) || !patched('state-step-insists'))
      throw error;
    return step(proxyActivities<StateActivities>({ ...insistentDb, summary }));
  }
}
