/**
 * The state of the run of a record. `completed`, `failed` and `cancelled`: it closed by itself,
 * after its record had ended; `ended`: somebody terminated it, or it timed out; `missing`: Temporal
 * does not know it; `unknown`: Temporal did not answer.
 */
export type RunState = 'open' | ClosedState | 'missing' | 'unknown';
export type ClosedState = 'completed' | 'failed' | 'cancelled' | 'ended';

/** Temporal's names of closed states; every other state, such as PAUSED, is open. */
export const CLOSED_RUNS: Readonly<Record<string, ClosedState>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'ended',
  TIMED_OUT: 'ended',
};

/** Queries the runs that Temporal knows. */
export interface Runs {
  /**
   * Queries many runs, a bounded number at a time; never rejects.
   * @returns the states in the order of the ids; ends with `unknown` when the query takes too long
   */
  readStates(workflowIds: readonly string[]): Promise<readonly RunState[]>;
}

/** Whether a run is closed, for any reason. */
export function isClosed(state: RunState | undefined): state is ClosedState {
  return state !== undefined && !['open', 'missing', 'unknown'].includes(state);
}

/** A server did not answer: whether it handled the request is unknown. */
export class NoAnswer extends Error {}
