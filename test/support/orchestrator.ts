import type { WorkerOptions, WorkflowBundleOption } from '@temporalio/worker';
import { createPostActivities } from '../../activities/publish.js';
import { createStateActivities } from '../../activities/generations.js';
import { QUEUES } from '../../domain/catalogue/queues.js';
import type { Deps } from '../../runtime/deps.js';
import { startWorker, type TestWorkers } from './workers.js';

/**
 * Starts an orchestrator with other workflow code, for example of another deployment.
 * @param more additional options
 */
export function startOrchestrator(
  deps: Deps,
  workflowBundle: WorkflowBundleOption,
  more: Pick<WorkerOptions, 'interceptors' | 'maxCachedWorkflows' | 'workerDeploymentOptions'> = {},
): Promise<TestWorkers> {
  const activities = { ...createStateActivities(deps), ...createPostActivities(deps) };
  return startWorker(deps.env, {
    taskQueue: QUEUES.orchestrator,
    activities,
    workflowBundle,
    ...more,
  });
}
