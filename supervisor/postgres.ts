import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { ChildLog } from './child-log.js';
import { startChild, type Running } from './child.js';
import {
  dropStaleLock,
  ensureCluster,
  makeExecutable,
  runAs,
  SUPERUSER,
} from './postgres-cluster.js';
import { choosePostgresFolders, type PostgresFolders } from './postgres-folders.js';

const DATABASE = 'media';
const WRONG_PASSWORD = '28P01';
// Timeout for a start: after a kill, the server first replays the write-ahead log since the last
// checkpoint.
const START_MS = 90_000;
const STOP_MS = 20_000;

export interface PostgresOptions {
  /** The database's folder; created at the first start. */
  readonly dataDir: string;
  readonly port: number;
  /** The superuser's password, which has only letters and digits. */
  readonly password: string;
  readonly log: ChildLog;
  readonly pidFile: string;
  /** If false (in tests), nothing is synced to disk. */
  readonly durable: boolean;
  readonly abort?: AbortSignal;
}

export interface Postgres extends Running {
  /** URL of the database `media`, for its owner. */
  readonly url: string;
  /** Deletes the data, even if it is outside `dataDir`; call it after `stop`. */
  destroy(): void;
}

/**
 * Starts PostgreSQL on 127.0.0.1 and keeps it running.
 * @returns once the database accepts connections
 * @throws {Error} with the server's last lines if it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, port, password, log, pidFile, durable, abort } = options;
  const place = choosePostgresFolders(dataDir);
  makeExecutable(place);
  await ensureCluster(place, password, durable);
  const buildDatabaseUrl = (database: string) =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const running = await startChild(
    {
      name: 'PostgreSQL',
      launch: () => launch(place, port, durable),
      probe: () => checkAnswer(buildDatabaseUrl('postgres')),
      startMs: START_MS,
      log,
      pidFile,
      marker: place.cluster,
      // Requests a "fast" shutdown, which ends open sessions instead of waiting for them.
      stopSignal: 'SIGINT',
      graceMs: STOP_MS,
    },
    abort,
  );
  try {
    await createDatabase(buildDatabaseUrl('postgres'));
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    url: buildDatabaseUrl(DATABASE),
    stop: () => running.stop(),
    destroy() {
      rmSync(dataDir, { recursive: true, force: true });
      const outside = dirname(place.cluster);
      if (outside !== dataDir) rmSync(outside, { recursive: true, force: true });
    },
  };
}

function launch(place: PostgresFolders, port: number, durable: boolean) {
  dropStaleLock(place);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // No socket is created: nothing uses it, and its folder may not be writable.
    unix_socket_directories: '',
    shared_buffers: '128MB',
    max_connections: 200,
    timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(join(place.bin, 'postgres'), ['-D', place.cluster, ...flags], {
    ...runAs(place),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function checkAnswer(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    // Waiting does not help if the password is wrong, so end the wait and let the start fail
    // immediately.
    if ((error as { code?: string }).code === WRONG_PASSWORD) return true;
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // If the server ends first, a running query reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end();
  }
}
