import type { Client } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { NOT_FOUND, readGrpc } from './grpc.js';

/** Builds of the workflow code as Temporal's Worker Deployments report them. */

/** A delivery is retried for 21 hours, and no run takes longer; the extra hour is a margin. */
const KEEP_MS = 22 * 3_600_000;
/** A worker polls at least once a minute; a worker that was silent for longer has stopped. */
const POLLS_WITHIN_MS = 75_000;
/** Number of builds shown, newest first; Temporal keeps 100 per deployment. */
export const BUILDS_SHOWN = 20;
/** Names for Temporal's numeric statuses. */
const STATUSES = ['unknown', 'inactive', 'current', 'ramping', 'draining', 'drained', 'created'];

/** One build of the workflow code. */
export interface Build {
  readonly build_id: string;
  /** `current` starts new runs, `draining` finishes its own runs, `drained` has no runs left. */
  readonly status: string;
  /** Whether any of the build's workers polled recently. */
  readonly polls: boolean;
  readonly open_runs: number;
  readonly current_since: Date | null;
  readonly replaced_at: Date | null;
  /** The build's workers are needed until then, regardless of the number of open runs. */
  readonly keep_until: Date | null;
  readonly may_be_stopped: boolean;
}

export interface Deployment {
  readonly deployment: string;
  /** The build that starts new runs; null if workers without a build start them. */
  readonly current_build_id: string | null;
  readonly builds: readonly Build[];
  readonly builds_left_out: number;
}

/** Describes a deployment's builds; returns no builds if Temporal has never seen the deployment. */
export async function describeDeployment(client: Client, name: string): Promise<Deployment> {
  const { current, versions } = await findVersions(client, name);
  const polling = await listPolling(client, name);
  const builds: Build[] = [];
  for (const version of versions.slice(0, BUILDS_SHOWN)) {
    const { buildId, isCurrent, replacedAt } = version;
    const openRuns = await countOpen(client, name, buildId);
    const keepUntil = replacedAt && !isCurrent ? new Date(replacedAt.getTime() + KEEP_MS) : null;
    builds.push({
      build_id: buildId,
      status: version.status,
      polls: polling.includes(buildId),
      open_runs: openRuns,
      current_since: version.currentSince,
      replaced_at: isCurrent ? null : replacedAt,
      keep_until: keepUntil,
      may_be_stopped: !isCurrent && openRuns === 0 && (keepUntil?.getTime() ?? 0) <= Date.now(),
    });
  }
  return {
    deployment: name,
    current_build_id: current,
    builds,
    builds_left_out: Math.max(0, versions.length - BUILDS_SHOWN),
  };
}

interface Version {
  readonly buildId: string;
  readonly status: string;
  readonly isCurrent: boolean;
  readonly createdAt: number;
  readonly currentSince: Date | null;
  readonly replacedAt: Date | null;
}

/** Lists the builds whose workers Temporal has seen, newest first. */
async function findVersions(
  client: Client,
  deploymentName: string,
): Promise<{ current: string | null; versions: readonly Version[] }> {
  const { namespace } = client.options;
  const answer = await client.workflowService
    .describeWorkerDeployment({ namespace, deploymentName })
    .catch((error: unknown) => {
      if (readGrpc(error).code === NOT_FOUND) return null;
      throw error;
    });
  const info = answer?.workerDeploymentInfo;
  const current = info?.routingConfig?.currentDeploymentVersion?.buildId || null;
  const versions = (info?.versionSummaries ?? []).map((summary) => ({
    buildId: summary.deploymentVersion?.buildId ?? '',
    status: STATUSES[summary.status ?? 0] ?? 'unknown',
    isCurrent: summary.deploymentVersion?.buildId === current,
    createdAt: optionalTsToDate(summary.createTime)?.getTime() ?? 0,
    currentSince: optionalTsToDate(summary.currentSinceTime) ?? null,
    replacedAt: optionalTsToDate(summary.lastDeactivationTime) ?? null,
  }));
  return { current, versions: versions.toSorted((one, two) => two.createdAt - one.createdAt) };
}

/**
 * Lists the builds whose workers currently poll for workflow tasks; an empty name means workers
 * without a build. Temporal itself would accept a current build that has no workers left.
 */
export async function listPolling(client: Client, deploymentName: string): Promise<string[]> {
  // If no type is given, the call covers workflow tasks.
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: QUEUES.orchestrator },
  });
  const alive = (pollers ?? []).filter(({ lastAccessTime }) => {
    const at = optionalTsToDate(lastAccessTime);
    return at !== undefined && Date.now() - at.getTime() < POLLS_WITHIN_MS;
  });
  const builds = alive
    .map(({ deploymentOptions }) => deploymentOptions)
    .filter((options) => !options?.buildId || options.deploymentName === deploymentName)
    .map((options) => options?.buildId ?? '');
  return [...new Set(builds)];
}

/** Sets the build that starts new runs from now on; null selects workers without a build. */
export async function setCurrentBuild(
  client: Client,
  deploymentName: string,
  buildId: string | null,
): Promise<{ previous: string | null }> {
  const { current } = await findVersions(client, deploymentName);
  await client.workflowService.setWorkerDeploymentCurrentVersion({
    namespace: client.options.namespace,
    deploymentName,
    buildId: buildId ?? '',
    identity: 'admin deploy promote',
    // When there is no current build or no next build, there are no queues to compare.
    ignoreMissingTaskQueues: current === null || buildId === null,
  });
  return { previous: current };
}

async function countOpen(client: Client, name: string, buildId: string): Promise<number> {
  const query = `ExecutionStatus = "Running" AND TemporalWorkerDeploymentVersion = "${name}:${buildId}"`;
  return (await client.workflow.count(query)).count;
}

export interface WaitingRun {
  readonly workflow_id: string;
  readonly type: string;
  readonly started_at: Date;
}

/**
 * Lists runs that have not completed their first task: completing it sets `BuildIds`, with and
 * without versioning.
 */
export async function listUntaken(
  client: Client,
  before: Date,
  limit: number,
): Promise<WaitingRun[]> {
  const started = `StartTime < "${before.toISOString()}"`;
  const query = `ExecutionStatus = "Running" AND BuildIds IS NULL AND ${started}`;
  const runs: WaitingRun[] = [];
  for await (const run of client.workflow.list({ query, pageSize: limit })) {
    runs.push({ workflow_id: run.workflowId, type: run.type, started_at: run.startTime });
    if (runs.length === limit) break;
  }
  return runs;
}
