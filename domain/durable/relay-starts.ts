import type { DataSource } from 'typeorm';
import { queryOne, queryRows } from '../../entities/rows.js';
import { runUnderTraceparent } from '../../tracing/trace-context.js';
import { NoAnswer } from '../ports/runs.js';
import type { StartDeps, WorkflowToStart } from './start-workflow.js';

/** Maximum rows per round. */
const BATCH = 50;
/**
 * Fairness keys checked per round. Each costs two index probes, so a round takes milliseconds no
 * matter how many keys wait. The next round continues with the following keys.
 */
const KEYS_A_ROUND = 500;
/** Maximum count of waiting rows; larger counts are reported as this number. */
export const COUNTED_AT_MOST = 10_000;

/** Position in the walk over the fairness keys. Each relay has its own position. */
export interface RelayCursor {
  after: string;
}

interface DueStartRow {
  workflow_id: string;
  workflow_type: WorkflowToStart['workflowType'];
  args: unknown[];
  account_id: string;
  fairness_key: string | null;
  summary: string;
  attributes: WorkflowToStart['attributes'];
  traceparent: string | null;
}

/**
 * Finds the next fairness keys after a position, and whether each has a due row. Jumps from key to
 * key in the index `workflow_start_turn`, without reading all rows of a key. Ends immediately if
 * nothing is due.
 */
const WALK_KEYS = `
WITH RECURSIVE walk (key, step) AS (
  (SELECT coalesce(fairness_key, account_id), 1 FROM workflow_start
   WHERE coalesce(fairness_key, account_id) > $1
     AND (SELECT next_try_at FROM workflow_start ORDER BY next_try_at LIMIT 1) <= now()
   ORDER BY coalesce(fairness_key, account_id) LIMIT 1)
  UNION ALL
  SELECT following.key, walk.step + 1 FROM walk CROSS JOIN LATERAL (
    SELECT coalesce(w.fairness_key, w.account_id) AS key FROM workflow_start w
    WHERE coalesce(w.fairness_key, w.account_id) > walk.key
    ORDER BY coalesce(w.fairness_key, w.account_id) LIMIT 1) AS following
  WHERE walk.step < $2)
SELECT walk.key, coalesce((SELECT w.next_try_at FROM workflow_start w
  WHERE coalesce(w.fairness_key, w.account_id) = walk.key
  ORDER BY w.next_try_at LIMIT 1) <= now(), false) AS due
FROM walk ORDER BY walk.step`;

/**
 * Takes rows by moving their next attempt into the future, so that locks end with the statement.
 * The ids are passed as an array, so that PostgreSQL uses the index for each id and never scans the
 * table.
 */
const take = (ids: string): string => `
UPDATE workflow_start SET
  attempts = attempts + 1,
  next_try_at = now() + least(60, power(2, least(attempts, 6))) * interval '1 s'
WHERE workflow_id = ANY (ARRAY(${ids}))
RETURNING *`;

/** Takes up to $2 rows for each of the keys $1, longest overdue first. */
const TAKE_TURNS = take(`
  SELECT due.workflow_id FROM unnest($1::text[]) AS turn (key) CROSS JOIN LATERAL (
    SELECT w.workflow_id FROM workflow_start w
    WHERE coalesce(w.fairness_key, w.account_id) = turn.key AND w.next_try_at <= now()
    ORDER BY w.next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due`);

/** Takes the longest overdue rows of all keys. */
const TAKE_OLDEST = take(`
  SELECT workflow_id FROM workflow_start WHERE next_try_at <= now()
  ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED`);

/**
 * Takes due rows alternately by fairness key: after an outage, a million rows for one endpoint do
 * not delay a single row for another. Capacity that this round's keys do not use goes to the oldest
 * rows.
 */
async function takeDue(db: DataSource, place: RelayCursor): Promise<DueStartRow[]> {
  const walked = await queryRows<{ key: string; due: boolean }>(db, WALK_KEYS, [
    place.after,
    KEYS_A_ROUND,
  ]);
  const keys = walked.filter(({ due }) => due).map(({ key }) => key);
  const turns = keys.slice(0, BATCH);
  const last = keys.length > BATCH ? turns.at(-1) : walked[KEYS_A_ROUND - 1]?.key;
  // After the last key, the next round starts over with the first.
  place.after = last ?? '';
  const share = Math.floor(BATCH / Math.max(1, turns.length));
  const taken =
    turns.length > 0 ? await queryRows<DueStartRow>(db, TAKE_TURNS, [turns, share]) : [];
  if (taken.length === BATCH) return taken;
  return [...taken, ...(await queryRows<DueStartRow>(db, TAKE_OLDEST, [BATCH - taken.length]))];
}

/**
 * Runs one round of the relay: starts the due workflows concurrently, so that rows do not wait for
 * each other's deadlines, and deletes the row of each started workflow. If Temporal does not
 * respond to any start, the rows are not at fault: all stay due, and the caller pauses.
 * @returns the number of started workflows; 0 if the caller should pause before the next round
 */
export async function startPending(
  deps: StartDeps,
  place: RelayCursor = { after: '' },
): Promise<number> {
  const rows = await takeDue(deps.db, place);
  const results = await Promise.all(rows.map((row) => startDue(deps, row)));
  const failed = results.filter(({ error }) => error !== null);
  const errors = JSON.stringify(failed.map(describeFailed));
  if (failed.length > 0 && failed.length === rows.length && failed.every(isSilence)) {
    const err = failed[0]?.error;
    deps.log.warn({ err, waiting: rows.length }, 'Temporal does not answer: the relay pauses');
    await deps.db.query(GIVE_BACK, [errors]);
    return 0;
  }
  for (const { id, error } of failed) {
    deps.log.warn(
      { err: error, workflowId: id },
      'a workflow could not be started, and will be retried',
    );
  }
  const started = results.filter(({ error }) => error === null).map(({ id }) => id);
  // One statement for all rows: separate statements took most of the time of a drain.
  if (started.length > 0) {
    await deps.db.query('DELETE FROM workflow_start WHERE workflow_id = ANY($1)', [started]);
  }
  if (failed.length > 0) await deps.db.query(KEEP_ERRORS, [errors]);
  return started.length;
}

const KEEP_ERRORS = `
UPDATE workflow_start AS w SET last_error = f.error
FROM jsonb_to_recordset($1::jsonb) AS f (id text, error text) WHERE w.workflow_id = f.id`;

/** Reverts `take`, so that the rows are due as soon as Temporal responds again. */
const GIVE_BACK = `
UPDATE workflow_start AS w SET
  attempts = greatest(0, w.attempts - 1), next_try_at = now(), last_error = f.error
FROM jsonb_to_recordset($1::jsonb) AS f (id text, error text) WHERE w.workflow_id = f.id`;

interface FailedStart {
  readonly id: string;
  readonly error: unknown;
}

const isSilence = ({ error }: FailedStart): boolean => error instanceof NoAnswer;

const describeFailed = ({ id, error }: FailedStart) => ({
  id,
  error: error instanceof Error ? error.message.slice(0, 500) : 'unknown error',
});

/**
 * Starts the workflow of a due row.
 * @returns the error if the start failed, else null
 */
async function startDue(
  deps: StartDeps,
  row: DueStartRow,
): Promise<{ readonly id: string; readonly error: unknown }> {
  try {
    const start: WorkflowToStart = {
      workflowId: row.workflow_id,
      workflowType: row.workflow_type,
      args: row.args,
      accountId: row.account_id,
      ...(row.fairness_key !== null && { fairnessKey: row.fairness_key }),
      summary: row.summary,
      attributes: row.attributes,
    };
    await runUnderTraceparent(row.traceparent, () => deps.startWorkflow(start));
    return { id: row.workflow_id, error: null };
  } catch (error) {
    return { id: row.workflow_id, error: error ?? 'unknown error' };
  }
}

/**
 * Counts the workflows that wait for the relay, up to `COUNTED_AT_MOST`. Counts from the newest
 * row, because a drain leaves dead entries at the other end of the index.
 */
export async function countPending(db: DataSource): Promise<number> {
  const row = await queryOne<{ waiting: number }>(
    db,
    `SELECT count(*)::int AS waiting FROM (
       SELECT FROM workflow_start ORDER BY next_try_at DESC LIMIT ${COUNTED_AT_MOST}) AS latest`,
  );
  return row?.waiting ?? 0;
}
