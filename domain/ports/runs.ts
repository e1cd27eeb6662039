/**
 * How the run of a record stands. `completed`: it came to its own end; `ended`: it failed, or
 * somebody ended it; `missing`: Temporal does not know it; `unknown`: Temporal did not answer.
 */
export type RunState = 'open' | 'completed' | 'ended' | 'missing' | 'unknown';

/** Temporal's names of runs that do nothing more; whatever else it says, such as PAUSED, is open. */
export const CLOSED_RUNS: Readonly<Record<string, RunState>> = {
  COMPLETED: 'completed',
  FAILED: 'ended',
  CANCELLED: 'ended',
  TERMINATED: 'ended',
  TIMED_OUT: 'ended',
};

/** What Temporal knows about runs. */
export interface Runs {
  /**
   * Asks about many runs, a bounded number at a time; never rejects.
   * @returns the states in the order of the ids; a list that takes too long ends with `unknown`
   */
  statesOf(workflowIds: readonly string[]): Promise<readonly RunState[]>;
}
