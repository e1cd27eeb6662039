import { ApplicationFailure, type Info } from '@temporalio/activity';
import type { StepContext } from './keep-alive.js';

/** After a step has lost this many workers, we assume that the step itself stops them. */
export const LOST_WORKERS_MAX = 3;

/**
 * The lost workers that a step's attempts report in their heartbeat details. Temporal passes the
 * last details to the next attempt, even if the worker was lost.
 */
export interface WorkerLosses {
  /** Attempts whose worker was lost: their heartbeats stopped and they never ended. */
  readonly lost: number;
  /** Number of attempts that were examined for `lost`. */
  readonly counted: number;
}

/**
 * Counts the workers that earlier attempts of a step have lost. An attempt that ended by itself
 * reported its end (`noteEnd`), so all other attempts lost their worker. Without a report, as after
 * attempts of earlier versions, only the previous attempt can be judged.
 */
export function countLosses({ attempt, heartbeatDetails }: Info): WorkerLosses {
  const earlier = attempt - 1;
  const noted = (heartbeatDetails ?? {}) as Partial<WorkerLosses>;
  const { lost = 0, counted = Math.max(0, earlier - 1) } = noted;
  return { lost: lost + Math.max(0, earlier - counted), counted: earlier };
}

/** Returns the losses to report when an attempt ends by itself. */
export const noteEnd = ({ lost, counted }: WorkerLosses): WorkerLosses => ({
  lost,
  counted: counted + 1,
});

/**
 * Refuses to open a step's files if the step has stopped its workers before: a malicious file may
 * do that, and Temporal would give it to one worker after the other.
 * @throws {ApplicationFailure} non-retryable; the workflow ends the generation or post with a
 * refund
 */
export function refuseToLoseMore({ lost }: Pick<WorkerLosses, 'lost'>): void {
  if (lost < LOST_WORKERS_MAX) return;
  const message = `The step stopped ${lost} workers, so no other one takes it.`;
  throw ApplicationFailure.nonRetryable(message, 'WorkersLost');
}

/**
 * Wraps a step that opens callers' files, so that it refuses to run after too many lost workers.
 */
export const refuseAfterLosses =
  <T>(step: (run: StepContext) => Promise<T>) =>
  async (run: StepContext): Promise<T> => {
    refuseToLoseMore(run);
    return step(run);
  };
