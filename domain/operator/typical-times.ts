import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import { limitStatements } from './limit-statements.js';

/**
 * Median time from the request to the result by model, in seconds. Models with too few runs are
 * missing.
 */
export type TypicalTimes = ReadonlyMap<string, number>;

const DAYS = 30;
/** Maximum number of completed generations to measure, newest first, of all models together. */
const MEASURED_MAX = 10_000;
/** Minimum number of runs for a median. */
const RUNS_MIN = 3;
const DEADLINE_MS = 2_000;

const MEASURE = `
SELECT model,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM took))::float8 AS seconds
FROM (
  SELECT model, completed_at - created_at AS took FROM generation
  WHERE status = 'completed' AND completed_at >= now() - interval '${DAYS} days'
  ORDER BY completed_at DESC LIMIT ${MEASURED_MAX}
) AS recent GROUP BY model HAVING count(*) >= ${RUNS_MIN}`;

/** Measures the completed generations of the last 30 days with one statement. */
export function measureTypicalTimes(db: DataSource): Promise<TypicalTimes> {
  return db.transaction(async (tx) => {
    await limitStatements(tx, DEADLINE_MS);
    const rows = await queryRows<{ model: string; seconds: number }>(tx, MEASURE);
    return new Map(rows.map(({ model, seconds }) => [model, round(seconds)]));
  });
}

/** Rounds to two digits, so that the value rarely changes. */
const round = (seconds: number): number => Math.max(1, Math.round(Number(seconds.toPrecision(2))));
