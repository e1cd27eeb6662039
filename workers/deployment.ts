import type { WorkerOptions } from '@temporalio/worker';
import type { Env } from '../runtime/env.js';

/**
 * Builds a workflow worker's options for Temporal's Worker Deployments: a run stays on the build
 * that started it (PINNED), unless its workflow says otherwise. If WORKER_BUILD_ID is not set, the
 * worker is unversioned and takes any unversioned worker's runs.
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
