import { ApplicationFailure, type Info } from '@temporalio/activity';

/** Workers that one step may cost. Then it is the step itself that stops them. */
export const LOST_WORKERS_MAX = 3;

/**
 * What the attempts of a step know of each other, in the details of their heartbeats. Temporal
 * hands the last details to the next attempt, also when the worker was lost.
 */
export interface Losses {
  /** Attempts whose worker was lost: they neither ended nor sent heartbeats any more. */
  readonly lost: number;
  /** Attempts that `lost` is known of. */
  readonly counted: number;
}

/**
 * Counts the workers that the earlier attempts of a step have lost. An attempt that ended by itself
 * has noted that (`noteEnd`), so the others were lost. Where nothing is noted, at the first attempt
 * and after those of earlier versions, only the attempt right before this one can be judged.
 */
export function countLosses({ attempt, heartbeatDetails }: Info): Losses {
  const earlier = attempt - 1;
  const noted = (heartbeatDetails ?? {}) as Partial<Losses>;
  const { lost = 0, counted = Math.max(0, earlier - 1) } = noted;
  return { lost: lost + Math.max(0, earlier - counted), counted: earlier };
}

/** The same at the end of an attempt that ends by itself. */
export const noteEnd = ({ lost, counted }: Losses): Losses => ({ lost, counted: counted + 1 });

/**
 * Refuses to open the files of a step that has stopped its workers before: a file of a caller may
 * do that on purpose, and Temporal would hand it to every worker, one after the other.
 * @throws {ApplicationFailure} for good; its workflow ends the generation or the post with a refund
 */
export function refuseToLoseMore({ lost }: Pick<Losses, 'lost'>): void {
  if (lost < LOST_WORKERS_MAX) return;
  const message = `The step stopped ${lost} workers, so no other one takes it.`;
  throw ApplicationFailure.nonRetryable(message, 'WorkersLost');
}
