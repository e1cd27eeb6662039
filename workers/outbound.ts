import { createDeliveryActivities, OUTBOUND_SLOTS } from '../activities/deliveries.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { runWorker } from './run.js';

/** Process: calls addresses of customers, and nothing else. Its network may be fenced off. */
await runWorker({
  service: 'outbound',
  worker: async (deps) => ({
    taskQueue: QUEUES.outbound,
    activities: createDeliveryActivities(deps),
    maxConcurrentActivityTaskExecutions: OUTBOUND_SLOTS,
  }),
});
