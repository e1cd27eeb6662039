import { QUEUES } from '../../domain/catalogue/queues.js';
import { startWorkers } from '../support/workers.js';
import type { Recorder, Recorders } from './shapes.js';

type RoundName = 'sweepUploads' | 'pruneWebhooks' | 'pruneRequests' | 'reconcile' | 'chargeFees' | 'refreshTokens';

/** Records one maintenance run, started in the same way as by its schedule. */
const round =
  (workflowType: RoundName): Recorder =>
  async ({ deps }) => {
    const workers = await startWorkers(deps, { outbound: true });
    const id = `${workflowType}-recorded`;
    const { workflow } = deps.temporal.client;
    await workflow.execute(workflowType, { workflowId: id, taskQueue: QUEUES.orchestrator });
    await workers.stop();
    return { id };
  };

/** Recorders of the runs that schedules start. */
export const UPKEEP_RECORDERS: Recorders = {
  'uploads-swept': round('sweepUploads'),
  'webhooks-pruned': round('pruneWebhooks'),
  'rows-reconciled': round('reconcile'),
  'requests-pruned': round('pruneRequests'),
  'tokens-refreshed': round('refreshTokens'),
  'fees-charged': round('chargeFees'),
};
