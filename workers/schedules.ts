import { RECONCILE_EVERY_MINUTES } from '../domain/catalogue/queues.js';
import type { Deps } from '../runtime/deps.js';
import { keepSchedules, makeMissingSchedules, type ScheduleRow } from './keep-schedules.js';

/** Recurring work. Each row is a schedule; a changed row takes effect at the next start. */
const SCHEDULES: readonly ScheduleRow[] = [
  { id: 'sweep-uploads', workflowType: 'sweepUploads', everyMinutes: 5 },
  { id: 'reconcile', workflowType: 'reconcile', everyMinutes: RECONCILE_EVERY_MINUTES },
  { id: 'prune-webhooks', workflowType: 'pruneWebhooks', everyMinutes: 60 },
  { id: 'prune-requests', workflowType: 'pruneRequests', everyMinutes: 10 },
  { id: 'refresh-tokens', workflowType: 'refreshTokens', everyMinutes: 60 },
  { id: 'charge-fees', workflowType: 'chargeFees', everyMinutes: 60 },
];

/** A Temporal server that lost its database has no schedules; this check recreates them. */
const MISSING_EVERY_MS = 60_000;

/**
 * Synchronises Temporal's schedules with these rows in the background. Later it only creates
 * missing schedules: orchestrators of two versions that run concurrently would undo each other's
 * changes.
 * @returns a function that stops the synchronisation
 */
export function ensureSchedules({
  temporal,
  log,
}: Pick<Deps, 'temporal' | 'log'>): () => Promise<void> {
  const { schedule } = temporal.client;
  void keepSchedules(schedule, SCHEDULES, log);
  const retryMissing = () => void makeMissingSchedules(schedule, SCHEDULES, log);
  const timer = setInterval(retryMissing, MISSING_EVERY_MS);
  return async () => clearInterval(timer);
}
