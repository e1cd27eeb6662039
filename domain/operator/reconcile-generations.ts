import type { DataSource } from 'typeorm';
import type { GenerationError } from '../catalogue/stages.js';
import { failGeneration } from '../generations/advance-generation.js';
import { findStage } from '../generations/find-stage.js';
import { Generation } from '../../entities/generation.js';
import type { ReconcileDeps, RowKind } from './reconcile-kind.js';

const NO_RUN: GenerationError = {
  code: 'UNKNOWN',
  message:
    'The workflow of this generation ended without a result. The price was refunded; try again later.',
};

const OPEN = "status IN ('queued', 'processing')";

/**
 * Generations whose run is missing or closed. An order placed with an upstream stays recorded and
 * is not placed again: its progress is unknown, and the price is refunded in full.
 */
export const generationRows: RowKind = {
  table: 'generation',
  since: 'created_at',
  open: OPEN,

  settle: failWithoutRun,

  /**
   * Skips locked rows: their own step is running, and the next round marks them. A mark is valid
   * for half of the interval, so that not every round writes.
   */
  async markSeen(db: DataSource, ids, afterSeconds) {
    await db.query(
      `UPDATE generation SET run_seen_at = now() WHERE id IN (
         SELECT id FROM generation WHERE id = ANY($1) AND ${OPEN}
           AND (run_seen_at IS NULL OR run_seen_at < now() - $2 * interval '0.5 s')
         ORDER BY id FOR UPDATE SKIP LOCKED)`,
      [ids, afterSeconds],
    );
  },
};

/** Fails and refunds a generation if it is still open: the run may have just ended it. */
async function failWithoutRun(deps: ReconcileDeps, id: string): Promise<boolean> {
  const row = await deps.db.manager.findOneBy(Generation, { id });
  if (!row) return false;
  const { ended } = await failGeneration(deps, id, NO_RUN, {
    stage: findStage(row),
    resolution: 'stopped',
    status: null,
    message: 'The workflow of this generation ended without a result. Stopped and refunded.',
  });
  return ended !== null;
}
