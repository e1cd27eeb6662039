import type { DataSource, EntityManager } from 'typeorm';
import type { Log } from '../ports/log.js';
import type { WorkflowType } from '../catalogue/workflow-types.js';
import type { SearchAttribute } from '../catalogue/runs.js';
import { oneOf, rowsOf } from '../../entities/rows.js';

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
/** Rows that one round of the relay takes. */
const RELAY_BATCH = 50;
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
       (workflow_id, workflow_type, args, account_id, fairness_key, summary, attributes, next_try_at)
     SELECT s.*, now() + $2 * interval '1 ms' FROM jsonb_to_recordset($1::jsonb) AS s
       ("workflowId" text, "workflowType" text, args jsonb, "accountId" text, "fairnessKey" text,
        summary text, attributes jsonb)`,
    [JSON.stringify(starts), FIRST_TRY_MS],
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

interface DueRow {
  workflow_id: string;
  workflow_type: WorkflowToStart['workflowType'];
  args: unknown[];
  account_id: string;
  fairness_key: string | null;
  summary: string;
  attributes: WorkflowToStart['attributes'];
}

/**
 * Takes due rows by moving their next try into the future, so no lock outlives the statement. Takes
 * them in turn by fairness key: after an outage a thousand rows of one endpoint do not delay the
 * single row of another.
 */
const TAKE_DUE = `
UPDATE workflow_start SET
  attempts = attempts + 1,
  next_try_at = now() + least(60, power(2, least(attempts, 6))) * interval '1 s'
WHERE workflow_id IN (
  SELECT w.workflow_id FROM workflow_start w JOIN (
    SELECT workflow_id, row_number() OVER (
      PARTITION BY coalesce(fairness_key, account_id) ORDER BY next_try_at) AS turn
    FROM workflow_start WHERE next_try_at <= now()
  ) AS due USING (workflow_id)
  WHERE w.next_try_at <= now()
  ORDER BY due.turn, w.next_try_at LIMIT $1 FOR UPDATE OF w SKIP LOCKED)
RETURNING *`;

/**
 * One round of the relay: starts what is due, side by side, so that no row waits for another's
 * deadline. A row is removed once its workflow is started.
 * @returns workflows started, so that the caller knows whether to ask for more at once
 */
export async function startPending(deps: StartDeps): Promise<number> {
  const rows = await rowsOf<DueRow>(deps.db, TAKE_DUE, [RELAY_BATCH]);
  const started = await Promise.all(rows.map((row) => startDue(deps, row)));
  return started.filter(Boolean).length;
}

/** Workflows that wait for the relay. */
export async function countPending(db: DataSource): Promise<number> {
  const row = await oneOf<{ waiting: number }>(
    db,
    'SELECT count(*)::int AS waiting FROM workflow_start',
  );
  return row?.waiting ?? 0;
}

async function startDue(deps: StartDeps, row: DueRow): Promise<boolean> {
  try {
    await deps.startWorkflow({
      workflowId: row.workflow_id,
      workflowType: row.workflow_type,
      args: row.args,
      accountId: row.account_id,
      ...(row.fairness_key !== null && { fairnessKey: row.fairness_key }),
      summary: row.summary,
      attributes: row.attributes,
    });
    await forgetStart(deps.db, row.workflow_id);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 500) : 'unknown error';
    deps.log.warn({ err: error, workflowId: row.workflow_id }, 'start failed, will try again');
    await deps.db.query('UPDATE workflow_start SET last_error = $2 WHERE workflow_id = $1', [
      row.workflow_id,
      message,
    ]);
    return false;
  }
}
