import { execFile, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { SEARCH_ATTRIBUTES } from '../domain/catalogue/runs.js';
import type { ChildLog } from './child-log.js';
import { startChild, type Running } from './child.js';
import { isServed } from './find-free-port.js';

/**
 * Retention of closed runs. By default the dev server keeps them, and therefore their unique ids,
 * for only one day.
 */
const RETENTION = '720h';
const START_MS = 60_000;
const STOP_MS = 15_000;
const COMMAND_MS = 10_000;

/**
 * The server's heap grows by 50 % between two collections instead of 100 %. A GOGC in the
 * environment takes precedence.
 */
const SMALL_HEAP = { GOGC: '50' };

/**
 * Sizes of the server's largest caches. With the defaults of 128,000 runs and 256 MB of events,
 * memory grew with every run for an hour. A cache miss reads from the database file.
 */
const SMALL_CACHES = {
  'history.hostLevelCacheMaxSize': 500,
  'history.eventsHostLevelCacheMaxSizeBytes': 16 * 1_024 * 1_024,
} as const;

/**
 * By default, each of the server's shards polls its task queue at most 20 times a second, and the
 * dev server has one shard, so every workflow and activity task waited 21 to 45 ms (measured; 3 to
 * 9 ms with this setting). The server still polls only if there is work.
 */
const QUICK_QUEUES = { 'history.transferProcessorMaxPollRPS': 1_000 } as const;

export interface TemporalOptions {
  /** The Temporal CLI's path. */
  readonly binary: string;
  readonly dbFile: string;
  readonly port: number;
  /** The UI's port; null if no UI is started. */
  readonly uiPort: number | null;
  /** Port of the server's `/metrics`; by default, a random port. */
  readonly metricsPort?: number;
  /**
   * Namespaces in addition to `default`, with the same search attributes; by default, there are
   * none.
   */
  readonly namespaces?: readonly string[];
  /** Additional dynamic server configuration, by key. */
  readonly config?: Readonly<Record<string, number>>;
  readonly log: ChildLog;
  readonly pidFile: string;
  readonly abort?: AbortSignal;
}

export interface Temporal extends Running {
  /** The frontend's `host:port`. */
  readonly address: string;
  readonly uiUrl: string | null;
}

/**
 * Starts the Temporal dev server on 127.0.0.1 and keeps it running.
 * @returns once the namespace `default` accepts workflows with our search attributes
 * @throws {Error} with the server's last lines if it does not start
 */
export async function startTemporal(options: TemporalOptions): Promise<Temporal> {
  const { binary, dbFile, port, uiPort, log, pidFile, abort } = options;
  const address = `127.0.0.1:${port}`;
  mkdirSync(dirname(dbFile), { recursive: true, mode: 0o700 });
  const runOperator = (...args: string[]) =>
    promisify(execFile)(binary, ['operator', ...args, '--address', address], {
      env: buildCleanEnv(),
      timeout: COMMAND_MS,
    });
  const running = await startChild(
    {
      name: 'Temporal',
      launch: () => launch(options),
      // Runs the CLI command only once the port is open, because the command uses 0.1 s of CPU
      // time.
      probe: async () =>
        (await isServed(port)) &&
        (await runOperator('namespace', 'describe', '-n', 'default')) !== null,
      startMs: START_MS,
      log,
      pidFile,
      marker: dbFile,
      graceMs: STOP_MS,
    },
    abort,
  );
  try {
    await Promise.all([
      runOperator('namespace', 'update', '-n', 'default', '--retention', RETENTION),
      addSearchAttributes(runOperator),
    ]);
  } catch (error) {
    await running.stop();
    throw error;
  }
  const uiUrl = uiPort === null ? null : `http://localhost:${uiPort}`;
  return { address, uiUrl, stop: () => running.stop() };
}

function launch({ binary, dbFile, port, uiPort, metricsPort, ...more }: TemporalOptions) {
  const { namespaces = [], config = {} } = more;
  const flags = [
    '--ip=127.0.0.1',
    `--port=${port}`,
    `--db-filename=${dbFile}`,
    // A file database is three times as fast with write-ahead logging.
    '--sqlite-pragma=journal_mode=WAL',
    '--sqlite-pragma=synchronous=NORMAL',
    '--dynamic-config-value=matching.useNewMatcher=true',
    '--dynamic-config-value=matching.enableFairness=true',
    // Priorities apply within one partition of a queue. The other partitions are still read,
    // because an earlier start may have left tasks there.
    '--dynamic-config-value=matching.numTaskqueueWritePartitions=1',
    ...Object.entries({ ...SMALL_CACHES, ...QUICK_QUEUES, ...config }).map(
      ([key, value]) => `--dynamic-config-value=${key}=${value}`,
    ),
    ...Object.entries(SEARCH_ATTRIBUTES).map(
      ([name, type]) => `--search-attribute=${name}=${type}`,
    ),
    ...namespaces.map((name) => `--namespace=${name}`),
    ...(metricsPort === undefined ? [] : [`--metrics-port=${metricsPort}`]),
    ...(uiPort === null ? ['--headless'] : [`--ui-port=${uiPort}`, '--ui-disable-news-fetch']),
    '--log-level=warn',
  ];
  return spawn(binary, ['server', 'start-dev', ...flags], {
    env: { ...SMALL_HEAP, ...buildCleanEnv() },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Adds search attributes to an older database, because the dev server registers them only in a new
 * one.
 */
async function addSearchAttributes(
  runOperator: (...args: string[]) => Promise<{ stdout: string }>,
): Promise<void> {
  const { stdout } = await runOperator('search-attribute', 'list', '-n', 'default', '-o', 'json');
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(
    ([name]) => !stdout.includes(`"${name}"`),
  );
  if (missing.length === 0) return;
  const names = missing.flatMap(([name, type]) => ['--name', name, '--type', type]);
  await runOperator('search-attribute', 'create', '-n', 'default', ...names);
}

/**
 * Returns the environment without TEMPORAL_* settings (keys, TLS, profiles), which apply to a
 * different server.
 */
function buildCleanEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_'));
  return Object.fromEntries(own);
}
