import { fileURLToPath } from 'node:url';
import { createStateActivities } from '../activities/generations.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { ensureSchedules } from './schedules.js';
import { runRelay } from './relay.js';
import { runWorkers } from './run.js';

/** Process: workflows with their short database steps, and the outbox relay. */
await runWorkers({
  service: 'orchestrator',
  workers: async (deps) => [
    {
      taskQueue: QUEUES.orchestrator,
      activities: createStateActivities(deps),
      maxCachedWorkflows: 500,
      workflowTaskPollerBehavior: { type: 'autoscaling' },
      ...(deps.env.workflowBundle
        ? { workflowBundle: { codePath: deps.env.workflowBundle } }
        : { workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)) }),
    },
  ],
  beside: (deps) => {
    ensureSchedules(deps);
    return runRelay(deps);
  },
});
