import type { Deps } from '../runtime/deps.js';
import { keepSchedules, type ScheduleRow } from './keep-schedules.js';

/** Recurring work. A schedule is a row: what is changed here changes at the next start. */
const SCHEDULES: readonly ScheduleRow[] = [
  { id: 'sweep-uploads', workflowType: 'sweepUploads', everyMinutes: 5 },
  { id: 'reconcile', workflowType: 'reconcile', everyMinutes: 2 },
  { id: 'prune-webhooks', workflowType: 'pruneWebhooks', everyMinutes: 60 },
  { id: 'prune-requests', workflowType: 'pruneRequests', everyMinutes: 10 },
];

/** Brings the schedules of Temporal to these rows; nobody waits for it. */
export function ensureSchedules({ temporal, log }: Deps): void {
  void keepSchedules(temporal.client.schedule, SCHEDULES, log);
}
