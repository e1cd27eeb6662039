import { createDeliveryActivities } from '../activities/deliveries.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import type { WorkerKind } from './run.js';

/** Worker that only calls customers' addresses, so its network can be isolated. */
export const OUTBOUND: WorkerKind = {
  workers: async (deps) => [
    {
      taskQueue: QUEUES.outbound,
      activities: createDeliveryActivities(deps, deps.env.slots.outbound),
      maxConcurrentActivityTaskExecutions: deps.env.slots.outbound,
    },
  ],
};
