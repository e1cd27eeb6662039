import type { WorkerOptions } from '@temporalio/worker';
import type { Env } from '../runtime/env.js';

/**
 * The build of a worker that runs workflows, for Temporal's Worker Deployments: a run stays on the
 * build that started it (PINNED), unless its workflow says otherwise. Without WORKER_BUILD_ID, a
 * worker is unversioned and takes the runs of any unversioned worker.
 */
export function buildDeploymentOptions({
  workerBuildId,
  workerDeployment,
}: Pick<Env, 'workerBuildId' | 'workerDeployment'>): Pick<
  WorkerOptions,
  'workerDeploymentOptions'
> {
  if (workerBuildId === null) return {};
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: workerDeployment, buildId: workerBuildId },
      defaultVersioningBehavior: 'PINNED',
    },
  };
}
