import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createChildLog } from './child-log.js';
import type { Running } from './child.js';
import { startObjectStore, type LocalObjectStore } from './object-store.js';
import { startPostgres, type Postgres } from './postgres.js';
import { startTemporal, type Temporal } from './temporal.js';
import { startAllOrNone } from './start-all.js';

/** The servers to start (null for a server that runs elsewhere) and their data folder. */
export interface ServersOptions {
  /** Folder with the data, `run/` (process ids) and `logs/`. */
  readonly folder: string;
  readonly postgres: { port: number; password: string; durable: boolean } | null;
  readonly temporal: {
    binary: string;
    port: number;
    uiPort: number | null;
    metricsPort?: number;
    namespaces?: readonly string[];
    config?: Readonly<Record<string, number>>;
  } | null;
  readonly s3: { binary: string; port: number; accessKey: string; secretKey: string } | null;
  readonly abort?: AbortSignal;
}

export interface Servers extends Running {
  readonly postgres: Postgres | null;
  readonly temporal: Temporal | null;
  readonly s3: LocalObjectStore | null;
}

/** Creates a child's log and the path of its process-id file. */
export function createChildFiles(folder: string, name: string, onScreen: boolean) {
  for (const part of ['run', 'logs']) {
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  }
  return {
    log: createChildLog(name, join(folder, 'logs', `${name}.log`), onScreen),
    pidFile: join(folder, 'run', `${name}.pid`),
  };
}

/**
 * Starts the servers concurrently.
 * @returns once all of them serve
 * @throws {Error} from the first server that does not start; the others are stopped
 */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const { folder, abort } = options;
  const createServerFiles = (name: string) => ({ ...createChildFiles(folder, name, false), abort });
  const [postgres, temporal, s3] = await startAllOrNone([
    options.postgres
      ? startPostgres({
          ...createServerFiles('postgres'),
          ...options.postgres,
          dataDir: join(folder, 'postgres'),
        })
      : Promise.resolve(null),
    options.temporal
      ? startTemporal({
          ...createServerFiles('temporal'),
          ...options.temporal,
          dbFile: join(folder, 'temporal', 'temporal.db'),
        })
      : Promise.resolve(null),
    options.s3
      ? startObjectStore({
          ...createServerFiles('s3'),
          ...options.s3,
          dataDir: join(folder, 'objects'),
          sidecarDir: join(folder, 'object-metadata'),
        })
      : Promise.resolve(null),
  ]);
  return {
    postgres,
    temporal,
    s3,
    async stop() {
      for (const server of [temporal, s3, postgres]) await server?.stop();
    },
  };
}
