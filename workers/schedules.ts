import { RECONCILE_EVERY_MINUTES } from '../domain/catalogue/queues.js';
import type { Deps } from '../runtime/deps.js';
import { keepSchedules, makeMissingSchedules, type ScheduleRow } from './keep-schedules.js';

/** Recurring work. A schedule is a row: what is changed here changes at the next start. */
const SCHEDULES: readonly ScheduleRow[] = [
  { id: 'sweep-uploads', workflowType: 'sweepUploads', everyMinutes: 5 },
  { id: 'reconcile', workflowType: 'reconcile', everyMinutes: RECONCILE_EVERY_MINUTES },
  { id: 'prune-webhooks', workflowType: 'pruneWebhooks', everyMinutes: 60 },
  { id: 'prune-requests', workflowType: 'pruneRequests', everyMinutes: 10 },
  { id: 'refresh-tokens', workflowType: 'refreshTokens', everyMinutes: 60 },
  { id: 'charge-fees', workflowType: 'chargeFees', everyMinutes: 60 },
];

/** A Temporal that has lost its database has no schedules, and nobody would make them. */
const MISSING_EVERY_MS = 60_000;

/**
 * Brings the schedules of Temporal to these rows; nobody waits for it. Later on it only makes what
 * is missing: orchestrators of two versions that run side by side would undo each other's changes.
 * @returns a function that ends it
 */
export function ensureSchedules({
  temporal,
  log,
}: Pick<Deps, 'temporal' | 'log'>): () => Promise<void> {
  const { schedule } = temporal.client;
  void keepSchedules(schedule, SCHEDULES, log);
  const again = () => void makeMissingSchedules(schedule, SCHEDULES, log);
  const timer = setInterval(again, MISSING_EVERY_MS);
  return async () => clearInterval(timer);
}
