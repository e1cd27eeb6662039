import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import pMap from 'p-map';
import { CLOSED_RUNS, type RunState, type Runs } from '../domain/ports/runs.js';
import type { Log } from './log.js';

const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);

/** How long one question waits for its answer, and all questions of a list together. */
const ANSWER_MS = 3_000;
const LIST_MS = 10_000;
/** A question costs Temporal about 2 ms, so these leave room for everybody else. */
const QUESTIONS_AT_ONCE = 20;

/** Tells how runs stand, by asking Temporal about each. */
export function createRuns(client: Client, log: Log): Runs {
  async function stateOf(id: string, end: number): Promise<RunState> {
    const deadline = Math.min(end, Date.now() + ANSWER_MS);
    if (Date.now() >= end) return 'unknown';
    try {
      const run = await client.withDeadline(deadline, () =>
        client.workflow.getHandle(id).describe(),
      );
      const state = CLOSED_RUNS[run.status.name] ?? 'open';
      // A run is Completed when the owner cancelled its record.
      const isCancelled = run.typedSearchAttributes.get(OUTCOME) === 'cancelled';
      return state === 'completed' && isCancelled ? 'cancelled' : state;
    } catch (error) {
      // A namespace that does not exist is another error: it says nothing about the run.
      if (error instanceof WorkflowNotFoundError) return 'missing';
      log.debug({ err: error, workflowId: id }, 'Temporal did not say how the run stands');
      return 'unknown';
    }
  }

  return {
    statesOf(ids) {
      const end = Date.now() + LIST_MS;
      return pMap(ids, (id) => stateOf(id, end), { concurrency: QUESTIONS_AT_ONCE });
    },
  };
}
