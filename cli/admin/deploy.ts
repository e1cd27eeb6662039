import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { Refusal } from '../../domain/contract/refusal.js';
import { FAILED_PRECONDITION, readGrpc } from '../../runtime/grpc.js';
import { UsageError } from '../command-line.js';
import type { Command, Outcome } from './command.js';
import type { Input } from './input.js';
import type { Admin } from './open.js';
import { withTemporal } from './with-temporal.js';

const ANSWER_MS = 10_000;
const POLL_INTERVAL_MS = 1_000;
/** Maximum wait in seconds, longer than a deploy should take; operators can repeat the command. */
const WAIT_MAX_SECONDS = 600;

const show: Command = {
  name: 'deploy show',
  summary: 'Show the builds of the workflow code: the current one, and those that can be stopped',
  async run(admin) {
    const data = await describe(admin);
    const stranded = data.builds.filter((build) => build.open_runs > 0 && !build.polls);
    const notes = stranded.map(
      ({ build_id: id, open_runs: runs }) =>
        `Build ${id} has ${runs} open runs and no orchestrator: start one with WORKER_BUILD_ID=${id}.`,
    );
    return { data, ...(notes.length > 0 && { note: notes.join('\n') }) };
  },
};

const promote: Command = {
  name: 'deploy promote',
  summary: 'Start all new runs on a build, once its workers are polling',
  options: {
    'build-id': { value: 'ID', help: 'WORKER_BUILD_ID of its orchestrators' },
    unversioned: { help: 'instead of a build: workers without WORKER_BUILD_ID' },
    wait: {
      value: 'SECONDS',
      help: 'how long to wait for its workers to start polling',
      fallback: '60',
    },
  },
  async run(admin, input) {
    const buildId = readBuild(input);
    const waitMs = input.whole('wait', 0, WAIT_MAX_SECONDS) * 1_000;
    return await withTemporal(admin, waitMs + ANSWER_MS, (client) =>
      setCurrent(client, admin.env.workerDeployment, buildId, Date.now() + waitMs),
    );
  },
};

export const deployCommands: readonly Command[] = [show, promote];

/** @returns null if the command is about workers without a build */
function readBuild(input: Input): string | null {
  const buildId = input.optional('build-id');
  if ((buildId === null) !== input.flag('unversioned')) {
    throw new UsageError('Name one of --build-id ID and --unversioned.');
  }
  return buildId;
}

async function describe(admin: Admin) {
  const { describeDeployment } = await import('../../runtime/deployments.js');
  return withTemporal(admin, ANSWER_MS, (client) =>
    describeDeployment(client, admin.env.workerDeployment),
  );
}

async function setCurrent(
  client: Client,
  deployment: string,
  buildId: string | null,
  endsAt: number,
): Promise<Outcome> {
  const { listPolling, setCurrentBuild } = await import('../../runtime/deployments.js');
  for (;;) {
    const polling = await client.withDeadline(Date.now() + ANSWER_MS, () =>
      listPolling(client, deployment),
    );
    if (polling.includes(buildId ?? '')) break;
    if (Date.now() >= endsAt) throw refuseAbsent(buildId, polling);
    await pause(POLL_INTERVAL_MS);
  }
  const { previous } = await setCurrentBuild(client, deployment, buildId).catch(toConflict);
  return {
    data: { deployment, current_build_id: buildId, previous_build_id: previous },
    note: `New runs start on ${describeBuild(buildId)}. ${describeOpen(previous)}`,
  };
}

/**
 * Converts the error with which Temporal refuses a build, for example because the current build
 * serves queues that the new build does not serve.
 */
function toConflict(cause: unknown): never {
  const { code, details } = readGrpc(cause);
  if (code !== FAILED_PRECONDITION) throw cause;
  throw new Refusal('CONFLICT', { message: `Temporal refused: ${details}`, cause });
}

const describeBuild = (buildId: string | null): string =>
  buildId === null || buildId === '' ? 'workers without a build' : `build ${buildId}`;

const describeOpen = (previous: string | null): string =>
  previous === null
    ? 'Open runs without a build continue on it.'
    : `Open runs of ${describeBuild(previous)} continue on its workers: keep them until \`deploy show\` reports that they can be stopped.`;

/** Temporal would accept a build without workers, and then no new run would ever start. */
function refuseAbsent(buildId: string | null, polling: readonly string[]): Refusal {
  const found = polling.length > 0 ? polling.map(describeBuild).join(', ') : 'no worker at all';
  return new Refusal('CONFLICT', {
    message: `No orchestrator of ${describeBuild(buildId)} is polling, so nothing was changed. Polling now: ${found}.`,
  });
}
