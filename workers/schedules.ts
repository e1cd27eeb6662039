import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Deps } from '../runtime/deps.js';
import { QUEUES } from '../domain/catalogue/queues.js';

/** Recurring work. A schedule is a row. */
const SCHEDULES = [
  { id: 'sweep-uploads', workflowType: 'sweepUploads', every: '5 minutes' },
  { id: 'reconcile', workflowType: 'reconcile', every: '2 minutes' },
  { id: 'prune-webhooks', workflowType: 'pruneWebhooks', every: '1 hour' },
] as const;

/**
 * Makes the schedules that are missing; the first process to start makes them. A failure is only
 * logged, and the next start tries again: nothing that callers see depends on upkeep.
 */
export function ensureSchedules(deps: Deps): void {
  for (const { id, workflowType, every } of SCHEDULES) {
    deps.temporal.client.schedule
      .create({
        scheduleId: id,
        spec: { intervals: [{ every }] },
        action: { type: 'startWorkflow', workflowType, taskQueue: QUEUES.orchestrator, args: [] },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      })
      .catch((error: unknown) => {
        if (error instanceof ScheduleAlreadyRunning) return;
        deps.log.warn({ err: error, scheduleId: id }, 'the schedule was not made');
      });
  }
}
