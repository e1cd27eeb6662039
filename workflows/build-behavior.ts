import { workflowInfo } from '@temporalio/workflow';

/**
 * With builds (workers/deployment.ts) a run goes on with the newest one: rounds of upkeep, and runs
 * that wait for longer than a build is kept. Temporal refuses every task of a worker without a build
 * that says so, and the next worker of a run may be one: so it is said once, by the worker that
 * begins the run, and left out when the run is replayed elsewhere.
 */
export function findBehavior(): { versioningBehavior?: 'AUTO_UPGRADE' } {
  const { currentDeploymentVersion, unsafe } = workflowInfo();
  const hasBuild = Boolean(currentDeploymentVersion?.deploymentName);
  return hasBuild && !unsafe.isReplaying ? { versioningBehavior: 'AUTO_UPGRADE' } : {};
}
