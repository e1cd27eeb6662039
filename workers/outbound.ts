import { createDeliveryActivities } from '../activities/deliveries.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { runWorkers } from './run.js';

/** Process: only calls addresses of customers, so its network can be isolated. */
await runWorkers({
  service: 'outbound',
  workers: async (deps) => [
    {
      taskQueue: QUEUES.outbound,
      activities: createDeliveryActivities(deps, deps.env.slots.outbound),
      maxConcurrentActivityTaskExecutions: deps.env.slots.outbound,
    },
  ],
});
