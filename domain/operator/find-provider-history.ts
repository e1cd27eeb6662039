import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { AdminProviderHistoryBody } from '../contract/admin-overview.js';
import { REQUEST_ERRORS } from './failure-side.js';
import { limitStatements } from './limit-statements.js';
import { buildStepSql, listStepValues, planPeriod } from './plan-period.js';

const DEADLINE_MS = 2_000;
/** Maximum generations whose calls are counted in each state, newest first. */
const COUNTED_MAX = 20_000;

/**
 * Counts the calls of the last hours. Steps have no index on time, so they are found by their
 * generations. A failed generation is found by the time of its request: one that ran for more than
 * a day is missing.
 */
const COUNT = `
WITH recent AS (
  (SELECT id FROM generation WHERE status = 'completed' AND completed_at >= $1
   ORDER BY completed_at DESC LIMIT ${COUNTED_MAX})
  UNION ALL
  (SELECT id FROM generation WHERE status = 'failed' AND created_at >= $1 - interval '1 day'
   ORDER BY created_at DESC LIMIT ${COUNTED_MAX})
  UNION ALL
  (SELECT id FROM generation WHERE status IN ('queued', 'processing')
   ORDER BY created_at DESC LIMIT ${COUNTED_MAX})
)
SELECT s.provider, ${buildStepSql('s.ended_at', 1)} AS step,
  count(*) FILTER (WHERE s.outcome = 'ok')::integer AS succeeded,
  count(*) FILTER (WHERE s.outcome <> 'ok' AND s.outcome <> ALL($4))::integer AS failed
FROM recent r JOIN generation_step s ON s.generation_id = r.id
WHERE s.provider IS NOT NULL AND s.ended_at >= $1
GROUP BY 1, 2 ORDER BY 1, 2`;

interface HourRow {
  readonly provider: string;
  readonly step: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Lists the successful and failed calls of each provider by hour, for the last 24 hours. */
export async function findProviderHistory(db: DataSource): Promise<AdminProviderHistoryBody[]> {
  const period = planPeriod(24, Date.now());
  const rows = await db.transaction(async (tx) => {
    await limitStatements(tx, DEADLINE_MS);
    return queryRows<HourRow>(tx, COUNT, [...listStepValues(period), REQUEST_ERRORS]);
  });
  return [...Map.groupBy(rows, ({ provider }) => provider)].map(([provider, hours]) => {
    const byStep = new Map(hours.map((row) => [row.step, row]));
    return {
      object: 'admin_provider_history',
      provider,
      hours: period.steps.map((at, step) => {
        const { succeeded = 0, failed = 0 } = byStep.get(step) ?? {};
        return { at, succeeded, failed };
      }),
    };
  });
}
