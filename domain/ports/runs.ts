/**
 * The state of a record's run. `completed`, `failed` and `cancelled`: the run closed by itself,
 * after its record had ended; `ended`: someone terminated it, or it timed out; `missing`: Temporal
 * does not know it; `unknown`: Temporal did not respond.
 */
export type RunState = 'open' | ClosedState | 'missing' | 'unknown';
export type ClosedState = 'completed' | 'failed' | 'cancelled' | 'ended';

/** Temporal's names for closed states; all other states, such as PAUSED, are open. */
export const CLOSED_RUNS: Readonly<Record<string, ClosedState>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'ended',
  TIMED_OUT: 'ended',
};

/** Queries runs in Temporal. */
export interface Runs {
  /**
   * Queries many runs, a limited number concurrently; never rejects.
   * @returns the states in the order of the ids; `unknown` for the remaining runs if the query
   * takes too long
   */
  readStates(workflowIds: readonly string[]): Promise<readonly RunState[]>;
}

/** Checks whether a run is closed, for any reason. */
export function isClosed(state: RunState | undefined): state is ClosedState {
  return state !== undefined && !['open', 'missing', 'unknown'].includes(state);
}

/** Thrown if a server did not respond: whether it handled the request is unknown. */
export class NoAnswer extends Error {}
