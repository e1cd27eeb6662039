import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import pMap from 'p-map';
import { CLOSED_RUNS, type RunState, type Runs } from '../domain/ports/runs.js';
import type { Log } from './log.js';

const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);

/** Timeout in milliseconds for one query, and for all of a list's queries together. */
const ANSWER_MS = 3_000;
const LIST_MS = 10_000;
/** A query costs Temporal about 2 ms, so this limit leaves capacity for other clients. */
const CONCURRENT_QUERIES = 20;

/** Reports the state of runs by querying Temporal about each run. */
export function createRuns(client: Client, log: Log): Runs {
  async function readRunState(id: string, end: number): Promise<RunState> {
    const deadline = Math.min(end, Date.now() + ANSWER_MS);
    if (Date.now() >= end) return 'unknown';
    try {
      const run = await client.withDeadline(deadline, () =>
        client.workflow.getHandle(id).describe(),
      );
      const state = CLOSED_RUNS[run.status.name] ?? 'open';
      // Temporal reports Completed even if the owner cancelled the record.
      const isCancelled = run.typedSearchAttributes.get(OUTCOME) === 'cancelled';
      return state === 'completed' && isCancelled ? 'cancelled' : state;
    } catch (error) {
      // A missing namespace is a different error, which says nothing about the run.
      if (error instanceof WorkflowNotFoundError) return 'missing';
      log.debug({ err: error, workflowId: id }, 'Temporal did not report the state of the run');
      return 'unknown';
    }
  }

  return {
    readStates(ids) {
      const end = Date.now() + LIST_MS;
      return pMap(ids, (id) => readRunState(id, end), { concurrency: CONCURRENT_QUERIES });
    },
  };
}
