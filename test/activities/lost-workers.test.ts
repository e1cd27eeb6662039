import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure, type Info } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { ActivityFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode } from '@temporalio/worker';
import { expect } from 'chai';
import { keepAlive } from '../../activities/keep-alive.js';
import { LOST_WORKERS_MAX, refuseToLoseMore } from '../../activities/lost-workers.js';
import { failureOf } from '../support/failure.js';
import { usePlatform } from '../support/use-platform.js';
import { QUIET, startWorker, type TestWorkers } from '../support/workers.js';

/** Longer than the heartbeat timeout of the run plus the time until the server notices. */
const HANG_MS = 3_500;

describe('a step whose workers die', () => {
  const api = usePlatform();
  let worker: TestWorkers | null = null;
  afterEach(async () => {
    await worker?.stop();
    worker = null;
  });

  /** Runs a step on the real Temporal server until it ends. @returns its outcome */
  async function outcomeOf(work: () => Promise<string>): Promise<string> {
    const workflowsPath = fileURLToPath(new URL('./stopping/index.ts', import.meta.url));
    const taskQueue = `stopping-${randomUUID()}`;
    worker = await startWorker(api.deps.env, {
      taskQueue,
      // One task at a time: otherwise a worker with a blocked thread would accept the next attempt,
      // which would time out without running.
      maxConcurrentActivityTaskExecutions: 1,
      workflowBundle: await bundleWorkflowCode({ workflowsPath, logger: QUIET }),
      activities: {
        step: () =>
          keepAlive(async (run) => {
            refuseToLoseMore(run);
            return work();
          }),
      },
    });
    const { workflow } = api.deps.temporal.client;
    return workflow.execute('runStep', { taskQueue, workflowId: taskQueue, args: [] });
  }

  it('fails after three workers die, long before Temporal gives up', async () => {
    let runs = 0;
    const outcome = outcomeOf(async () => {
      runs += 1;
      // Blocks this thread, so that the worker stops sending heartbeats too.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HANG_MS);
      return 'done';
    });
    const failure = await failureOf(outcome);
    expect(failure).to.be.instanceOf(WorkflowFailedError);
    const { cause } = failure as WorkflowFailedError;
    expect(cause).to.be.instanceOf(ActivityFailure);
    expect(cause?.cause).to.include({ type: 'WorkersLost', nonRetryable: true });
    expect(runs).to.equal(LOST_WORKERS_MAX);
  });

  it('may fail any number of times if its workers do not die', async () => {
    let runs = 0;
    const outcome = await outcomeOf(async () => {
      runs += 1;
      if (runs <= 2 * LOST_WORKERS_MAX) throw new Error('the database is away');
      return 'done';
    });
    expect(outcome).to.equal('done');
  });
});

describe('the count of lost workers', () => {
  const beats: unknown[] = [];
  /** @returns the number of lost workers that the step finds in the details of earlier attempts */
  async function lostAt(attempt: number, heartbeatDetails?: object): Promise<number> {
    const info: Partial<Info> = { attempt, heartbeatDetails, heartbeatTimeoutMs: 60_000 };
    return environment(info).run(() => keepAlive(async ({ lost }) => lost));
  }
  function environment(info: Partial<Info>): MockActivityEnvironment {
    beats.length = 0;
    const env = new MockActivityEnvironment(
      { startToCloseTimeoutMs: 60_000, ...info },
      { logger: QUIET },
    );
    env.on('heartbeat', (details) => beats.push(details));
    return env;
  }

  it('increases with each attempt whose end was not recorded', async () => {
    expect(await lostAt(1)).to.equal(0);
    expect(beats, 'lost workers before the first attempt').to.deep.equal([]);
    expect(await lostAt(2)).to.equal(1);
    expect(beats).to.deep.equal([{ lost: 1, counted: 1 }]);
    expect(await lostAt(3, { lost: 1, counted: 1 })).to.equal(2);
    expect(await lostAt(3, { lost: 0, counted: 2 })).to.equal(0);
  });

  it('is 1 if the previous attempts ran on an earlier version, which did not record ends', async () => {
    expect(await lostAt(30)).to.equal(1);
    expect(await lostAt(30, { progress: 0.5 })).to.equal(1);
  });

  it('is kept when an operator resets the step', async () => {
    expect(await lostAt(1, { lost: 2, counted: 7 })).to.equal(2);
  });

  it('excludes an attempt that failed, and keeps the progress that the step reported', async () => {
    const env = environment({ attempt: 2, heartbeatTimeoutMs: 60_000 });
    const run = env.run(() =>
      keepAlive(async ({ reportState }) => {
        reportState({ progress: 0.5 });
        throw new Error('the database is away');
      }),
    );
    await failureOf(run);
    expect(beats.at(-1)).to.deep.equal({ progress: 0.5, lost: 1, counted: 2 });
  });

  it('excludes an attempt whose worker shut down and which Temporal retries', async () => {
    const env = environment({ heartbeatTimeoutMs: 60_000 });
    const run = env.run(() => keepAlive(({ signal }) => untilAborted(signal)));
    env.cancel('WORKER_SHUTDOWN');
    const failure = await failureOf(run);
    expect(failure).to.be.instanceOf(ApplicationFailure).and.include({ type: 'WorkerStopped' });
    expect(failure).not.to.include({ nonRetryable: true });
    expect(beats).to.deep.equal([{ lost: 0, counted: 1 }]);
  });

  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
});
