import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { Stage } from '../catalogue/stages.js';

/**
 * Time from the start of a stage to the end of the generation in milliseconds, by model and stage
 * (`toStageKey`). It is the 75th percentile of recent generations.
 */
export type StageTimes = ReadonlyMap<string, number>;

export const toStageKey = (model: string, stage: Stage): string => `${model} ${stage}`;

/** Maximum number of completed generations to measure, newest first, of all models together. */
const MEASURED_MAX = 1_000;
/** Minimum number of runs for an estimate. */
const RUNS_MIN = 5;

const MEASURE = `
WITH recent AS (
  SELECT id, model, created_at, completed_at FROM generation
  WHERE status = 'completed' ORDER BY completed_at DESC LIMIT ${MEASURED_MAX}
), run AS (
  SELECT model, 'queue' AS stage, completed_at - created_at AS took FROM recent
  UNION ALL
  SELECT r.model, s.stage, r.completed_at - max(s.started_at)
  FROM recent r JOIN generation_step s ON s.generation_id = r.id
  GROUP BY r.id, r.model, r.completed_at, s.stage
)
SELECT model, stage,
  (1000 * percentile_cont(0.75) WITHIN GROUP (ORDER BY extract(epoch FROM took)))::float8 AS ms
FROM run GROUP BY model, stage HAVING count(*) >= ${RUNS_MIN}`;

/** Measures recent generations with one statement. */
export async function measureStages(db: EntityManager): Promise<StageTimes> {
  const rows = await queryRows<{ model: string; stage: Stage; ms: number }>(db, MEASURE);
  return new Map(rows.map(({ model, stage, ms }) => [toStageKey(model, stage), ms]));
}

const REFRESH_MS = 60_000;

/**
 * Caches the measurement of this process for a minute. A read never waits: while a measurement is
 * in flight, it returns the previous one, which is empty at first. A failed measurement is repeated
 * after a minute.
 */
export function cacheStageTimes(measure: () => Promise<StageTimes>): () => StageTimes {
  let times: StageTimes = new Map();
  let measuredAt = -REFRESH_MS;
  const refresh = async (): Promise<void> => {
    measuredAt = performance.now();
    times = await measure().catch(() => times);
  };
  return () => {
    if (performance.now() - measuredAt >= REFRESH_MS) void refresh();
    return times;
  };
}
