import type { DataSource } from 'typeorm';
import { queryOne, queryRows } from '../../entities/rows.js';
import type { AdminOverviewBody, OverviewHours } from '../contract/admin-overview.js';
import { REQUEST_ERRORS } from './failure-side.js';
import { limitStatements } from './limit-statements.js';
import { buildStepSql, listStepValues, planPeriod } from './plan-period.js';
import { summariseOutcomes, type ModelDuration, type OutcomeCount } from './summarise-outcomes.js';

const HOURS = 24;
/** Timeout of each statement: an operator's page must not slow down requests of customers. */
const DEADLINE_MS = 2_000;
/** Maximum requests counted in each state, newest first. */
const COUNTED_MAX = 200_000;
/** Maximum completed requests measured, newest first. */
const MEASURED_MAX = 50_000;

/**
 * Lists the completed requests of a period, which begins at `$1`. A request completes after it was
 * accepted, so the condition on `completed_at` removes no row, but lets PostgreSQL use an index.
 */
const buildCompletedSql = (columns: string, max: number) => `
SELECT model, created_at, ${columns} FROM generation
WHERE status = 'completed' AND completed_at >= $1 AND created_at >= $1
ORDER BY completed_at DESC LIMIT ${max}`;

const buildOtherSql = (outcome: string, states: string) => `
SELECT model, created_at, ${outcome}, 0 FROM generation
WHERE status IN (${states}) AND created_at >= $1 ORDER BY created_at DESC LIMIT ${COUNTED_MAX}`;

const COUNT = `
SELECT model, ${buildStepSql('created_at', 1)} AS step, outcome, count(*)::integer AS count,
  sum(credits)::float8 AS credits
FROM (
  (${buildCompletedSql(`'completed' AS outcome, credits - refunded_credits AS credits`, COUNTED_MAX)})
  UNION ALL
  (${buildOtherSql(`CASE WHEN error ->> 'code' = ANY($4) THEN 'request' ELSE 'service' END`, `'failed'`)})
  UNION ALL (${buildOtherSql(`'cancelled'`, `'cancelled'`)})
  UNION ALL (${buildOtherSql(`'open'`, `'queued', 'processing'`)})
) AS accepted GROUP BY 1, 2, 3`;

const MEASURE = `
SELECT model, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS p50,
  percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) AS p95
FROM (${buildCompletedSql(
  '(extract(epoch FROM completed_at - created_at) * 1000)::float8 AS ms',
  MEASURED_MAX,
)}) AS completed
GROUP BY model`;

const QUEUE = `
SELECT count(*) FILTER (WHERE status = 'queued')::integer AS queued,
  count(*) FILTER (WHERE status = 'processing')::integer AS processing
FROM (SELECT status FROM generation WHERE status IN ('queued', 'processing')
  LIMIT ${COUNTED_MAX}) AS unfinished`;

/** Summarises the generations requested in the last hours, and counts the unfinished ones. */
export async function findOverview(
  db: DataSource,
  { hours = HOURS }: { readonly hours?: OverviewHours },
): Promise<AdminOverviewBody> {
  const period = planPeriod(hours, Date.now());
  const { since, stepMs } = period;
  // One snapshot for all statements, so that their numbers agree.
  const { counts, durations, queue } = await db.transaction('REPEATABLE READ', async (tx) => {
    await limitStatements(tx, DEADLINE_MS);
    return {
      counts: await queryRows<OutcomeCount>(tx, COUNT, [...listStepValues(period), REQUEST_ERRORS]),
      durations: await queryRows<ModelDuration>(tx, MEASURE, [since]),
      queue: await queryOne<AdminOverviewBody['queue']>(tx, QUEUE),
    };
  });
  const summary = summariseOutcomes(counts, durations, period);
  return {
    object: 'admin_overview',
    since: since.getTime(),
    step_seconds: stepMs / 1_000,
    ...summary,
    queue: queue ?? { queued: 0, processing: 0 },
    truncated: isTruncated(summary.requests),
  };
}

/** Returns whether a state has more requests than are counted. */
function isTruncated(requests: AdminOverviewBody['requests']): boolean {
  const { completed, failed_by_service, failed_by_request, cancelled, open } = requests;
  const states = [completed, failed_by_service + failed_by_request, cancelled, open];
  return Math.max(...states) >= COUNTED_MAX;
}
