import { ActivityFailure, patched, type ActivityOptions } from '@temporalio/workflow';
import { PRIORITY } from '../domain/catalogue/queues.js';
import { underWay } from './policies.js';

/** What a call adds to the policy of its step. */
export type TurnOptions = Pick<ActivityOptions, 'priority' | 'retry' | 'scheduleToStartTimeout'>;

const waiting = { priority: { priorityKey: PRIORITY.waiting } };

/**
 * The place of one generation in the queues: behind others until its first step has run, and from
 * then on before all that wait.
 *
 * A repetition by Temporal keeps the priority of its step. So it may not repeat a first step, which
 * is claimed and perhaps paid for: the backlog would come before it. The workflow schedules the
 * step anew instead, with the priority of what is under way, and then Temporal repeats it.
 */
export class Turn {
  private begun = false;

  /** Runs a step. @param policy how it is called; its tries count those of both calls */
  async take<T>(
    { retry = {} }: ActivityOptions,
    step: (options: TurnOptions) => Promise<T>,
  ): Promise<T> {
    if (this.begun) return step(underWay);
    const { maximumAttempts = Infinity } = retry;
    try {
      return await step({ ...waiting, retry: { ...retry, maximumAttempts: 1 } });
    } catch (error) {
      if (!wouldBeRepeated(error) || !patched('first-step-again')) throw error;
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

/** Whether Temporal itself would repeat the step if it had another try. */
function wouldBeRepeated(error: unknown): boolean {
  return error instanceof ActivityFailure && error.retryState === 'MAXIMUM_ATTEMPTS_REACHED';
}
