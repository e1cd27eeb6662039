import { createDeliveryActivities } from '../activities/deliveries.js';
import { QUEUES } from '../workflows/names.js';
import { runWorker } from './run.js';

/** Far above four for each endpoint that hangs at a time: waiting for answers costs little. */
const SLOTS = 400;

/** Process: calls addresses of customers, and nothing else. Its network may be fenced off. */
await runWorker({
  service: 'outbound',
  worker: async (deps) => ({
    taskQueue: QUEUES.outbound,
    activities: createDeliveryActivities(deps),
    maxConcurrentActivityTaskExecutions: SLOTS,
  }),
});
