import { fileURLToPath } from 'node:url';
import { createStateActivities } from '../activities/generations.js';
import { createReconcileActivities } from '../activities/reconcile.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { deploymentOptions } from './deployment.js';
import { ensureSchedules } from './schedules.js';
import { runRelay } from './relay.js';
import { runWorkers } from './run.js';
import { watchStuck } from './watch-stuck.js';

/** Process: workflows with their short database steps, the outbox relay, and the reconciler. */
await runWorkers({
  service: 'orchestrator',
  workers: async (deps) => [
    {
      taskQueue: QUEUES.orchestrator,
      activities: { ...createStateActivities(deps), ...createReconcileActivities(deps) },
      ...deploymentOptions(deps.env),
      maxCachedWorkflows: 500,
      workflowTaskPollerBehavior: { type: 'autoscaling' },
      ...(deps.env.workflowBundle
        ? { workflowBundle: { codePath: deps.env.workflowBundle } }
        : { workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)) }),
    },
  ],
  beside: (deps) => {
    ensureSchedules(deps);
    const ends = [runRelay(deps), watchStuck(deps)];
    return async () => {
      await Promise.all(ends.map((end) => end()));
    };
  },
});
