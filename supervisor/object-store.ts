import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChildLog } from './child-log.js';
import { startChild, type Running } from './child.js';

const START_MS = 30_000;
const STOP_MS = 10_000;
const PROBE_MS = 2_000;
/**
 * Maximum object size in blocks of 512 bytes: 256 MB, more than the 250 MB of the largest clip that
 * we store.
 */
const OBJECT_BLOCKS_MAX = 500_000;

export interface ObjectStoreOptions {
  /** Path of the versitygw program. */
  readonly binary: string;
  /** Folder with one subfolder per bucket and one plain file per object. */
  readonly dataDir: string;
  /** Folder with the objects' metadata; belongs to `dataDir` and is backed up with it. */
  readonly sidecarDir: string;
  readonly port: number;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly log: ChildLog;
  readonly pidFile: string;
  readonly abort?: AbortSignal;
}

export interface LocalObjectStore extends Running {
  /** Base URL of the S3 API; the region is us-east-1. */
  readonly endpoint: string;
}

/**
 * Starts the S3 server on 127.0.0.1 and keeps it running. Its clients create the buckets.
 * @returns once the server is healthy
 * @throws {Error} with the server's last lines if it does not start
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<LocalObjectStore> {
  const { dataDir, sidecarDir, port, log, pidFile, abort } = options;
  for (const folder of [dataDir, sidecarDir]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const endpoint = `http://127.0.0.1:${port}`;
  const running = await startChild(
    {
      name: 'S3',
      launch: () => launch(options),
      probe: async () => {
        const signal = AbortSignal.timeout(PROBE_MS);
        return (await fetch(`${endpoint}/health`, { signal })).ok;
      },
      startMs: START_MS,
      log,
      pidFile,
      marker: resolve(dataDir),
      graceMs: STOP_MS,
    },
    abort,
  );
  return { endpoint, stop: () => running.stop() };
}

function launch({ binary, dataDir, sidecarDir, port, accessKey, secretKey }: ObjectStoreOptions) {
  const flags = [
    `--port=127.0.0.1:${port}`,
    '--region=us-east-1',
    '--keep-alive',
    '--quiet',
    '--health=/health',
    '--cors-allow-origin=*',
  ];
  const backend = ['posix', `--sidecar=${resolve(sidecarDir)}`, resolve(dataDir)];
  // A signed URL cannot set a maximum size, so the kernel limits the size of each file in the
  // store.
  const bounded = `ulimit -f ${OBJECT_BLOCKS_MAX}; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', bounded, binary, ...flags, ...backend], {
    // Keys are passed in the environment, because every user can read a process's command line.
    env: { ...process.env, ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
