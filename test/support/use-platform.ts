import type { Deps } from '../../runtime/deps.js';
import { runRelay } from '../../workers/relay.js';
import { startApi, type TestApi } from './platform.js';
import { startWorkers, type TestWorkers, type WorkerOptions } from './workers.js';

/** Options with which a describe block starts the platform. */
export interface PlatformOptions {
  /**
   * Builds additional settings. It is called when the describe block begins, so it may also start
   * the servers in those settings.
   */
  env?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Replaces dependencies of the API. */
  change?: (deps: Deps) => Deps;
  /** Workers that run during the whole describe block; by default none. */
  workers?: WorkerOptions | null;
  /**
   * Runs the relay, like the orchestrator of an installation: it starts runs that Temporal did not
   * start within the deadline of a request. Without the relay, such a run never starts.
   */
  relay?: boolean;
  /** Called before the first test, once the API and the workers run. */
  begin?: () => Promise<void>;
  /** Called after the last test, while the API and the workers still run. */
  cleanUp?: () => Promise<void>;
  /**
   * Called after the workers have stopped, and before the API stops. An error fails the describe
   * block.
   */
  verify?: () => Promise<void>;
  /** Stops the servers that `env` has started, after everything else has stopped. */
  end?: () => Promise<void>;
}

/**
 * Starts the API, and optionally workers, before the first test of a describe block, and stops them
 * after the last one.
 * @returns an object that is filled in before the tests start
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
      // If the start failed, mocha has already reported the reason.
      if (started) await options.cleanUp?.();
      await workers?.stop();
      if (started) await options.verify?.();
    } finally {
      // An open handle would keep the test run from ending.
      await stopRelay?.();
      await workers?.stop();
      await started?.stop();
      await options.end?.();
    }
  });
  return api;
}

/** Starts workers for a single test, and stops them after it. */
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
