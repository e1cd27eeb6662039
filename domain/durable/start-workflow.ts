import type { DataSource, EntityManager } from 'typeorm';
import type { Log } from '../ports/log.js';
import { FIRST_TRY_MS, type WorkflowType } from '../catalogue/queues.js';
import type { SearchAttribute } from '../catalogue/runs.js';
import { queryPrepared } from '../../entities/rows.js';
import type { AccountTurnDeps } from './account-turn.js';
import { readTraceparent, runUnderTraceparent } from '../../tracing/trace-context.js';

/** A workflow to start, stored as an outbox row. All workflows are started this way. */
export interface WorkflowToStart {
  /** Public id of the record that the workflow processes. */
  readonly workflowId: string;
  readonly workflowType: WorkflowType;
  readonly args: readonly unknown[];
  readonly accountId: string;
  /** Key for fair sharing of workers, 64 bytes or less; defaults to the account. */
  readonly fairnessKey?: string | null;
  /** A one-line summary for operators. */
  readonly summary: string;
  readonly attributes: Partial<Record<SearchAttribute, string>>;
}

/**
 * Starts a workflow; an already started workflow counts as success. Otherwise rejects within its
 * deadline, with `NoAnswer` if Temporal is unreachable or does not respond.
 */
export type StartWorkflow = (start: WorkflowToStart) => Promise<void>;

export interface StartDeps extends AccountTurnDeps {
  readonly db: DataSource;
  readonly startWorkflow: StartWorkflow;
  readonly log: Log;
  /** Starts workflows in the background; without a starter, the caller waits for each start. */
  readonly starter?: Starter | null;
}

/** A workflow start whose outbox row is committed. */
export interface StartWork {
  readonly id: string;
  /**
   * Starts the workflow.
   * @returns whether the workflow is running now; never rejects
   */
  begin(): Promise<boolean>;
  /** Removes outbox rows, including rows for other starts; never rejects. */
  forget(ids: readonly string[]): Promise<void>;
}

export interface Starter {
  /**
   * Queues a start.
   * @returns false if the queue is full; then the relay starts the workflow
   */
  take(work: StartWork): boolean;
}

/** Maximum workflows started right after one commit. */
const NOW_MAX = 50;

/**
 * Writes outbox rows in one statement, in the transaction that causes the starts.
 * @returns the starts, to be tried after the commit
 */
export async function enqueueStarts(
  tx: EntityManager,
  starts: readonly WorkflowToStart[],
): Promise<WorkflowToStart[]> {
  if (starts.length === 0) return [];
  await tx.query(
    `INSERT INTO workflow_start
       (workflow_id, workflow_type, args, account_id, fairness_key, summary, attributes, traceparent,
        next_try_at)
     SELECT s.*, $3, now() + $2 * interval '1 ms' FROM jsonb_to_recordset($1::jsonb) AS s
       ("workflowId" text, "workflowType" text, args jsonb, "accountId" text, "fairnessKey" text,
        summary text, attributes jsonb)`,
    [JSON.stringify(starts), FIRST_TRY_MS, readTraceparent()],
  );
  return [...starts];
}

/** Converts a start to an outbox row for a database function, with column names as properties. */
export const toStartRow = (start: WorkflowToStart) => ({
  workflow_id: start.workflowId,
  workflow_type: start.workflowType,
  args: start.args,
  fairness_key: start.fairnessKey,
  summary: start.summary,
  attributes: start.attributes,
  traceparent: readTraceparent(),
  first_try_ms: FIRST_TRY_MS,
});

const FORGET = {
  name: 'forget_starts',
  text: 'DELETE FROM workflow_start WHERE workflow_id = ANY($1)',
};

/**
 * Removes the outbox rows of running workflows. A remaining row costs the relay one more attempt.
 */
async function forgetStarts({ db, log }: StartDeps, workflowIds: readonly string[]): Promise<void> {
  try {
    await queryPrepared(db, FORGET, [workflowIds]);
  } catch (error) {
    log.warn(
      { err: error, workflowIds },
      'could not remove outbox rows; the relay will remove them',
    );
  }
}

async function begin(deps: StartDeps, start: WorkflowToStart): Promise<boolean> {
  try {
    await deps.startWorkflow(start);
    return true;
  } catch (error) {
    deps.log.warn(
      { err: error, workflowId: start.workflowId },
      'could not start a workflow; the relay will start it',
    );
    return false;
  }
}

/**
 * Tries to start workflows concurrently right after the commit, and waits for them. Never rejects:
 * the relay starts workflows whose start failed, and those beyond the first `NOW_MAX`. The request
 * does not wait for the removal of the rows; if a row remains, the relay finds its workflow already
 * started.
 */
export async function startNow(deps: StartDeps, starts: readonly WorkflowToStart[]): Promise<void> {
  const start = async (one: WorkflowToStart) => {
    if (await begin(deps, one)) void forgetStarts(deps, [one.workflowId]);
  };
  await Promise.all(starts.slice(0, NOW_MAX).map(start));
}

/**
 * Starts workflows after the commit: in the background if the process has a starter, else with
 * `startNow`. Each start keeps its trace context.
 * @param afterStart called after the first start
 */
export async function startAfterCommit(
  deps: StartDeps,
  starts: readonly WorkflowToStart[],
  afterStart?: () => void,
): Promise<void> {
  const { starter } = deps;
  if (!starter) {
    await startNow(deps, starts);
    return afterStart?.();
  }
  const traceparent = readTraceparent();
  for (const [at, start] of starts.slice(0, NOW_MAX).entries()) {
    starter.take({
      id: start.workflowId,
      async begin() {
        const isBegun = await runUnderTraceparent(traceparent, () => begin(deps, start));
        if (isBegun && at === 0) afterStart?.();
        return isBegun;
      },
      forget: (ids) => forgetStarts(deps, ids),
    });
  }
}
