import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { Stage } from '../catalogue/stages.js';
import type { GenerationView } from '../contract/generation.js';
import type { GenerationProgressBody } from '../contract/generation-progress.js';
import { toStageKey, type StageTimes } from './stage-times.js';

/** The latest step of a generation. */
export interface LatestStep {
  readonly stage: Stage;
  /** Start time in Unix milliseconds. */
  readonly sinceMs: number;
  /** The position in the provider's queue, if the provider reports it. */
  readonly position: number | null;
  /** The share of the step that is done, if the provider reports it. */
  readonly fraction: number | null;
}

/**
 * SQL: the latest step of the row `g` as JSON. A step in progress takes priority over an ended
 * step.
 */
export const LATEST_STEP = `
SELECT json_build_object('stage', s.stage, 'sinceMs', extract(epoch FROM s.started_at) * 1000,
  'position', CASE WHEN s.ended_at IS NULL THEN s.position END,
  'fraction', CASE WHEN s.ended_at IS NULL THEN s.fraction END)
FROM generation_step s WHERE s.generation_id = g.id
ORDER BY s.ended_at IS NULL DESC, s.started_at DESC LIMIT 1`;

const READ = `SELECT g.id, (${LATEST_STEP}) AS step FROM generation g WHERE g.id = ANY($1)`;

/** Reads the latest steps of generations; without a query if there are no generations. */
export async function readLatestSteps(
  db: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LatestStep | null>> {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<{ id: string; step: LatestStep | null }>(db, READ, [ids]);
  return new Map(rows.map(({ id, step }) => [id, step]));
}

/** Share shown for a generation that takes longer than usual. */
const FRACTION_MAX = 0.99;

/** Estimates the progress of a generation that has not ended. */
export function estimateProgress(
  { status, model, createdAt }: Pick<GenerationView, 'status' | 'model' | 'createdAt'>,
  step: LatestStep | null,
  times: StageTimes,
  now = Date.now(),
): GenerationProgressBody {
  const stage = status === 'queued' ? 'queue' : (step?.stage ?? null);
  const expected = stage === null ? undefined : times.get(toStageKey(model, stage));
  const fraction = step?.fraction ?? null;
  const passed = Math.max(0, now - createdAt.getTime());
  const passedHere = Math.max(0, now - (step?.sinceMs ?? createdAt.getTime()));
  const left =
    expected === undefined
      ? null
      : Math.max(0, fraction === null ? expected - passedHere : expected * (1 - fraction));
  const share = left === null ? fraction : left === 0 ? FRACTION_MAX : passed / (passed + left);
  return {
    stage,
    fraction: share === null ? null : Math.round(Math.min(share, FRACTION_MAX) * 100) / 100,
    queue_position: step?.position ?? null,
    eta_ms: left === null || left === 0 ? null : Math.round(left),
  };
}
