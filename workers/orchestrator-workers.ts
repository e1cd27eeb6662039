import { createStateActivities } from '../activities/generations.js';
import { createPostActivities } from '../activities/publish.js';
import { createReconcileActivities } from '../activities/reconcile.js';
import { createUpkeepActivities } from '../activities/upkeep.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import type { Deps } from '../runtime/deps.js';
import { buildDeploymentOptions } from './deployment.js';
import type { WorkerKind } from './run.js';
import { ensureSchedules } from './schedules.js';
import { runRelay } from './relay.js';
import { watchStuck } from './watch-stuck.js';
import { VERSIONED_CODE, WORKFLOW_CODE } from '../runtime/workflow-code.js';

/**
 * Workers for workflows and their short database steps, with the outbox relay and the reconciler.
 */
export const ORCHESTRATOR: WorkerKind = {
  workers: async (deps) => [
    {
      taskQueue: QUEUES.orchestrator,
      activities: {
        ...createStateActivities(deps),
        ...createPostActivities(deps),
        ...createReconcileActivities(deps),
        ...createUpkeepActivities(deps),
      },
      ...buildDeploymentOptions(deps.env),
      maxConcurrentWorkflowTaskExecutions: deps.env.slots.workflow,
      ...buildStepLimits(deps),
      maxCachedWorkflows: deps.env.workflowCache,
      ...(deps.env.workflowBundle
        ? { workflowBundle: { codePath: deps.env.workflowBundle } }
        : { workflowsPath: findSources(deps.env).workflowsPath }),
    },
  ],
  alongside: (deps) => {
    const ends = [ensureSchedules(deps), runRelay(deps), watchStuck(deps)];
    return async () => {
      await Promise.all(ends.map((end) => end()));
    };
  },
};

const findSources = ({ workerBuildId }: Deps['env']) =>
  workerBuildId === null ? WORKFLOW_CODE : VERSIONED_CODE;

/**
 * Limits the steps to the connections. An orchestrator's steps are database statements: more of
 * them would only time out in the pool's queue, and be retried.
 */
const buildStepLimits = ({ db }: Deps) => ({
  maxConcurrentLocalActivityExecutions: db.options.poolSize,
  maxConcurrentActivityTaskExecutions: db.options.poolSize,
});
