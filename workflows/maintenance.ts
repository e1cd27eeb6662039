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

/** Removes expired uploads, and objects that have no record. Run by a schedule. */
export async function sweepUploads(): Promise<{ uploads: number; objects: number }> {
  return files.sweepUploads.executeWithOptions({ summary: 'remove expired uploads' }, []);
}

/** Removes deliveries and events past their retention. Run by a schedule. */
export async function pruneWebhooks(): Promise<{ deliveries: number; events: number }> {
  return outbound.pruneWebhooks.executeWithOptions({ summary: 'remove old deliveries' }, []);
}

/**
 * Ends or restarts rows that have been open for a long time and no longer have a run. Run by a
 * schedule.
 */
export async function reconcile(): ReturnType<ReconcileActivities['reconcileRows']> {
  return orchestrator.reconcileRows.executeWithOptions(
    { summary: 'repair rows without a run' },
    [],
  );
}

/** Removes request records past their retention. Run by a schedule. */
export async function pruneRequests(): Promise<{ answers: number; refusals: number }> {
  return orchestrator.pruneRequests.executeWithOptions(
    { summary: 'remove old request records' },
    [],
  );
}

/** Refreshes unused tokens, and removes expired connect links. Run by a schedule. */
export async function refreshTokens(): ReturnType<TokenActivities['refreshTokens']> {
  return files.refreshTokens.executeWithOptions(
    { summary: 'refresh tokens of connected accounts' },
    [],
  );
}

/**
 * Charges connected accounts whose period has ended or whose last fee is unpaid. Run by a schedule.
 */
export async function chargeFees(): ReturnType<UpkeepActivities['chargeFees']> {
  return orchestrator.chargeFees.executeWithOptions({ summary: 'charge due fees' }, []);
}
