import type { EntityManager } from 'typeorm';
import { Upload } from '../../entities/upload.js';
import { executeAndCount } from '../../entities/rows.js';
import { isClosed } from '../ports/runs.js';
import { uploadWorkflow } from '../uploads/create-upload.js';
import type { LostRun, ReconcileDeps, RowKind } from './reconcile-kind.js';
import { startAgain } from './start-again.js';

const OPEN = "status = 'pending' AND staging_key IS NOT NULL";

/**
 * Signed uploads whose window closed long ago: a file that arrived in time must have been checked
 * by now. A missing run is started again. A run that failed or was ended cannot be started again
 * under its id, so the check gets one more run under a second id. After a completed run there is no
 * usable file, and the upload is closed: the sweep removes the staged object.
 */
export const uploadRows: RowKind = {
  table: 'upload',
  since: 'upload_expires_at',
  open: OPEN,
  settle,
};

const buildSecondRunId = (id: string) => `${id}-again`;

async function settle(deps: ReconcileDeps, id: string, run: LostRun): Promise<boolean> {
  if (run === 'completed') return close(deps.db.manager, id);
  if (run === 'missing') return startUnder(deps, id, id);
  const [second] = await deps.runs.readStates([buildSecondRunId(id)]);
  if (second === 'missing') return startUnder(deps, id, buildSecondRunId(id));
  return isClosed(second) ? close(deps.db.manager, id) : false;
}

function startUnder({ db }: ReconcileDeps, id: string, workflowId: string): Promise<boolean> {
  return db.transaction((tx) =>
    startAgain(tx, uploadRows, id, async () => {
      const row = await tx.findOneByOrFail(Upload, { id });
      return { ...uploadWorkflow(row), workflowId };
    }),
  );
}

async function close(tx: EntityManager, id: string): Promise<boolean> {
  const statement = `UPDATE upload SET staging_key = NULL WHERE id = $1 AND ${OPEN}`;
  return (await executeAndCount(tx, statement, [id])) === 1;
}
