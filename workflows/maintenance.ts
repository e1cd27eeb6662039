import { proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities } from '../activities/deliveries.js';
import type { ReconcileActivities } from '../activities/reconcile.js';
import type { TokenActivities } from '../activities/tokens.js';
import type { UpkeepActivities } from '../activities/upkeep.js';
import type { UploadActivities } from '../activities/uploads.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { upkeep } from './policies.js';

const files = proxyActivities<TokenActivities & UploadActivities>(upkeep);
const orchestrator = proxyActivities<ReconcileActivities & UpkeepActivities>({
  ...upkeep,
  taskQueue: QUEUES.orchestrator,
});
const outbound = proxyActivities<DeliveryActivities>({ ...upkeep, taskQueue: QUEUES.outbound });

/** Run by a schedule: removes expired uploads, and objects without a record. */
export async function sweepUploads(): Promise<{ uploads: number; objects: number }> {
  return files.sweepUploads.executeWithOptions({ summary: 'remove expired uploads' }, []);
}

/** Run by a schedule: removes deliveries and events that are past their retention. */
export async function pruneWebhooks(): Promise<{ deliveries: number; events: number }> {
  return outbound.pruneWebhooks.executeWithOptions({ summary: 'remove old deliveries' }, []);
}

/**
 * Run by a schedule: ends or restarts rows that have been open for long and no longer have a run.
 */
export async function reconcile(): ReturnType<ReconcileActivities['reconcileRows']> {
  return orchestrator.reconcileRows.executeWithOptions(
    { summary: 'repair rows without a run' },
    [],
  );
}

/** Run by a schedule: removes request records that are past their retention. */
export async function pruneRequests(): Promise<{ answers: number; refusals: number }> {
  return orchestrator.pruneRequests.executeWithOptions(
    { summary: 'remove old request records' },
    [],
  );
}

/** Run by a schedule: refreshes unused tokens, and removes expired connect links. */
export async function refreshTokens(): ReturnType<TokenActivities['refreshTokens']> {
  return files.refreshTokens.executeWithOptions(
    { summary: 'refresh tokens of connected accounts' },
    [],
  );
}

/** Run by a schedule: charges connected accounts whose period has ended, and unpaid ones. */
export async function chargeFees(): ReturnType<UpkeepActivities['chargeFees']> {
  return orchestrator.chargeFees.executeWithOptions({ summary: 'charge due fees' }, []);
}
