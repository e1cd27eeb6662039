/**
 * How the run of a record stands. `completed`: it came to its own end; `ended`: it failed, or
 * somebody ended it; `missing`: Temporal does not know it; `unknown`: Temporal did not answer.
 */
export type RunState = 'open' | 'completed' | 'ended' | 'missing' | 'unknown';

/** What Temporal knows about runs. */
export interface Runs {
  /**
   * Asks about many runs, a bounded number at a time; never rejects.
   * @returns the states in the order of the ids; a list that takes too long ends with `unknown`
   */
  statesOf(workflowIds: readonly string[]): Promise<readonly RunState[]>;
}
