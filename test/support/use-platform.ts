import type { Deps } from '../../runtime/deps.js';
import { runRelay } from '../../workers/relay.js';
import { startApi, type TestApi } from './platform.js';
import { startWorkers, type TestWorkers, type WorkerOptions } from './workers.js';

/** The options of a describe block for its platform. */
export interface PlatformOptions {
  /**
   * Additional settings; evaluated when the block begins, so it may start servers that they name.
   */
  env?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Replaces a dependency of the API. */
  change?: (deps: Deps) => Deps;
  /** Workers for the whole block; none by default. */
  workers?: WorkerOptions | null;
  /**
   * Starts runs that Temporal did not start within the deadline of their requests, like the
   * orchestrator of an installation. Without it such a run never starts.
   */
  relay?: boolean;
  /** Before the first test, once everything runs. */
  begin?: () => Promise<void>;
  /** After the last test, while API and workers still run. */
  cleanUp?: () => Promise<void>;
  /** After the workers have stopped and before the API does; an error fails the block. */
  verify?: () => Promise<void>;
  /** Ends what `env` started, when nothing uses it any more. */
  end?: () => Promise<void>;
}

/**
 * Starts the API of one describe block on the servers of this run, optionally with workers, before
 * its first test; stops it after its last.
 * @returns an object that is filled in by then
 */
export function usePlatform(options: PlatformOptions = {}): TestApi {
  const api = {} as { -readonly [K in keyof TestApi]: TestApi[K] };
  let started: TestApi | null = null;
  let workers: TestWorkers | null = null;
  let stopRelay: (() => Promise<void>) | null = null;

  before('the platform starts', async () => {
    started = await startApi(await options.env?.(), options.change);
    Object.assign(api, started);
    await api.deps.store.ensureBucket();
    if (options.workers) workers = await startWorkers(api.deps, options.workers);
    if (options.relay) stopRelay = runRelay(api.deps);
    await options.begin?.();
  });
  after('the platform stops', async () => {
    try {
      // If the start failed, mocha has already reported why.
      if (started) await options.cleanUp?.();
      await workers?.stop();
      if (started) await options.verify?.();
    } finally {
      // An open handle would keep the run from ending.
      await stopRelay?.();
      await workers?.stop();
      await started?.stop();
      await options.end?.();
    }
  });
  return api;
}

/** Starts workers for a single test, which stop afterwards. */
export function workersOfEachTest(api: TestApi): (options?: WorkerOptions) => Promise<TestWorkers> {
  const running: TestWorkers[] = [];
  afterEach('the workers of the test stop', async () => {
    await Promise.all(running.splice(0).map((workers) => workers.stop()));
  });
  return async (options) => {
    const workers = await startWorkers(api.deps, options);
    running.push(workers);
    return workers;
  };
}
