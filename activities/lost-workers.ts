import { ApplicationFailure, type Info } from '@temporalio/activity';
import type { StepContext } from './keep-alive.js';

/** After losing this many workers, the step itself must be what stops them. */
export const LOST_WORKERS_MAX = 3;

/**
 * The losses that attempts of a step report in their heartbeat details. Temporal passes the last
 * details to the next attempt, also when the worker was lost.
 */
export interface WorkerLosses {
  /** Attempts whose worker was lost: they stopped sending heartbeats and never ended. */
  readonly lost: number;
  /** Number of attempts that `lost` covers. */
  readonly counted: number;
}

/**
 * Counts the workers that earlier attempts of a step have lost. An attempt that ended by itself
 * reported that (`noteEnd`), so the others were lost. Without a report, as after attempts of an
 * earlier version, only the previous attempt can be judged.
 */
export function countLosses({ attempt, heartbeatDetails }: Info): WorkerLosses {
  const earlier = attempt - 1;
  const noted = (heartbeatDetails ?? {}) as Partial<WorkerLosses>;
  const { lost = 0, counted = Math.max(0, earlier - 1) } = noted;
  return { lost: lost + Math.max(0, earlier - counted), counted: earlier };
}

/** The losses to report when an attempt ends by itself. */
export const noteEnd = ({ lost, counted }: WorkerLosses): WorkerLosses => ({
  lost,
  counted: counted + 1,
});

/**
 * Refuses to open the files of a step that has stopped its workers before: a malicious file may do
 * that, and Temporal would give it to every worker, one after the other.
 * @throws {ApplicationFailure} non-retryable; the workflow ends the generation or post with a
 * refund
 */
export function refuseToLoseMore({ lost }: Pick<WorkerLosses, 'lost'>): void {
  if (lost < LOST_WORKERS_MAX) return;
  const message = `The step stopped ${lost} workers, so no other one takes it.`;
  throw ApplicationFailure.nonRetryable(message, 'WorkersLost');
}

/** Wraps a step that opens files of callers, so that it refuses to run after too many losses. */
export const refuseAfterLosses =
  <T>(step: (run: StepContext) => Promise<T>) =>
  async (run: StepContext): Promise<T> => {
    refuseToLoseMore(run);
    return step(run);
  };
