import { ActivityFailure, patched, type ActivityOptions } from '@temporalio/workflow';
import { PRIORITY } from '../domain/catalogue/queues.js';
import { underWay } from './policies.js';

/** Options that a call adds to its step's policy. */
export type QueueTurnOptions = Pick<
  ActivityOptions,
  'priority' | 'retry' | 'scheduleToStartTimeout'
>;

const waiting = { priority: { priorityKey: PRIORITY.waiting } };

/**
 * One generation's priority in the queues: behind others until its first step has run, and then
 * ahead of all queued generations.
 *
 * A retry by Temporal keeps its step's priority. So Temporal may not retry a first step, which has
 * claimed the generation and may be paid for: the backlog would be served first. Instead, the
 * workflow schedules the step again with the priority of work in progress, and from then on
 * Temporal retries it.
 */
export class QueueTurn {
  private begun = false;

  /**
   * Runs a step.
   * @param policy its call options; their maximum attempts cover both calls
   */
  async take<T>(
    { retry = {} }: ActivityOptions,
    step: (options: QueueTurnOptions) => Promise<T>,
  ): Promise<T> {
    if (this.begun) return step(underWay);
    const { maximumAttempts = Infinity } = retry;
    try {
      return await step({ ...waiting, retry: { ...retry, maximumAttempts: 1 } });
    } catch (error) {
      if (!isRepeatable(error) || !patched('first-step-again')) throw error;
      this.begun = true;
      return await step({
        ...underWay,
        retry: { ...retry, maximumAttempts: maximumAttempts - 1 },
      });
    } finally {
      this.begun = true;
    }
  }
}

/** Returns whether Temporal itself would retry the step if attempts were left. */
function isRepeatable(error: unknown): boolean {
  return error instanceof ActivityFailure && error.retryState === 'MAXIMUM_ATTEMPTS_REACHED';
}
