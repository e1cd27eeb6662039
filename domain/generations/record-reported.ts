import type { DataSource } from 'typeorm';
import type { Stage } from '../catalogue/stages.js';
import { executeAndCount } from '../../entities/rows.js';

/** Progress as a provider reports it. */
export interface ReportedProgress {
  readonly position: number | null;
  readonly fraction: number | null;
}

/** Stores a provider's report about an attempt in progress. */
export async function recordReported(
  db: DataSource,
  step: { readonly generationId: string; readonly stage: Stage; readonly attempt: number },
  { position, fraction }: ReportedProgress,
): Promise<void> {
  await executeAndCount(
    db,
    `UPDATE generation_step SET position = $4, fraction = $5
     WHERE generation_id = $1 AND stage = $2 AND attempt = $3 AND ended_at IS NULL`,
    [step.generationId, step.stage, step.attempt, position, fraction],
  );
}
