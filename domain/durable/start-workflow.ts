import type { DataSource, EntityManager } from 'typeorm';
import type { Log } from '../ports/log.js';
import type { WorkflowType } from '../catalogue/workflow-types.js';
import type { SearchAttribute } from '../catalogue/runs.js';
import { readTraceparent } from '../../tracing/trace-context.js';

/** A workflow to start: an outbox row. Every workflow of the system starts this one way. */
export interface WorkflowToStart {
  /** The public id of the record that it works on. */
  readonly workflowId: string;
  readonly workflowType: WorkflowType;
  readonly args: readonly unknown[];
  readonly accountId: string;
  /**
   * The key by which the work of the workflow gets its fair share, 64 bytes at most; the account
   * unless set.
   */
  readonly fairnessKey?: string | null;
  /** One line for operators. */
  readonly summary: string;
  readonly attributes: Partial<Record<SearchAttribute, string>>;
}

/** Starts a workflow; "already started" is success. Rejects within its deadline otherwise. */
export type StartWorkflow = (start: WorkflowToStart) => Promise<void>;

export interface StartDeps {
  readonly db: DataSource;
  readonly startWorkflow: StartWorkflow;
  readonly log: Log;
}

/** For this long the relay leaves a new row alone, because its writer tries first. */
const FIRST_TRY_MS = 3_000;
/** The most workflows that are started right after one commit. */
const NOW_MAX = 50;

/** Writes outbox rows in one statement, in the transaction of their cause. */
export async function enqueueStarts(
  tx: EntityManager,
  starts: readonly WorkflowToStart[],
): Promise<void> {
  if (starts.length === 0) return;
  await tx.query(
    `INSERT INTO workflow_start
       (workflow_id, workflow_type, args, account_id, fairness_key, summary, attributes, traceparent,
        next_try_at)
     SELECT s.*, $3, now() + $2 * interval '1 ms' FROM jsonb_to_recordset($1::jsonb) AS s
       ("workflowId" text, "workflowType" text, args jsonb, "accountId" text, "fairnessKey" text,
        summary text, attributes jsonb)`,
    [JSON.stringify(starts), FIRST_TRY_MS, readTraceparent()],
  );
}

async function forgetStart(db: DataSource, workflowId: string): Promise<void> {
  await db.query('DELETE FROM workflow_start WHERE workflow_id = $1', [workflowId]);
}

/**
 * Tries to start a workflow right after the commit. Never rejects: when it fails, the relay tries
 * later. The request does not wait for the removal of the row. When a row is left, the relay only
 * finds its workflow already started.
 */
export async function startNow(deps: StartDeps, start: WorkflowToStart): Promise<void> {
  try {
    await deps.startWorkflow(start);
  } catch (error) {
    deps.log.warn({ err: error, workflowId: start.workflowId }, 'start is left to the relay');
    return;
  }
  forgetStart(deps.db, start.workflowId).catch((error: unknown) => {
    deps.log.warn({ err: error, workflowId: start.workflowId }, 'outbox row is left to the relay');
  });
}

/** The same for several, side by side. The relay starts those beyond the first `NOW_MAX`. */
export async function startAllNow(
  deps: StartDeps,
  starts: readonly WorkflowToStart[],
): Promise<void> {
  await Promise.all(starts.slice(0, NOW_MAX).map((start) => startNow(deps, start)));
}
