import { availableParallelism } from 'node:os';
import { MEDIA_QUEUES, type MediaQueue } from '../domain/catalogue/queues.js';
import type { EnvReader } from './env-reader.js';

/** Concurrency limits for one worker process. */
export interface WorkersEnv {
  /** The queues that a media process serves. */
  readonly workerQueues: readonly MediaQueue[];
  /** Maximum number of concurrent steps of each kind in one process. */
  readonly slots: Readonly<Record<MediaQueue | 'outbound' | 'workflow', number>>;
  /** Number of workflow runs that an orchestrator keeps in memory between their tasks. */
  readonly workflowCache: number;
  /** Maximum number of concurrent polls per worker; an idle worker polls less. */
  readonly workerPollers: number;
  /** Database pool size; null for the process's default. */
  readonly databasePool: number | null;
}

/**
 * Minimum number of render slots: with two, an image is encoded while a clip renders, even on one
 * core.
 */
const RENDER_SLOTS_MIN = 2;

/** Reads the worker settings. Values above a range are probably typing errors. */
export function readWorkers(read: EnvReader): WorkersEnv {
  const cores = Math.max(RENDER_SLOTS_MIN, availableParallelism());
  return {
    workerQueues: read.choices('WORKER_QUEUES', MEDIA_QUEUES),
    slots: {
      render: read.count('RENDER_SLOTS', cores, 1, 512),
      // Waiting takes little memory, and the worker accepts no more orders when memory is short.
      upstream: read.count('UPSTREAM_SLOTS', 300, 1, 5_000),
      // A clip of up to 250 MB is in memory while its label is written.
      files: read.count('FILES_SLOTS', 4, 1, 512),
      // All endpoints share these slots: docs/decisions/0006.
      outbound: read.count('OUTBOUND_SLOTS', 1_000, 2, 10_000),
      workflow: read.count('WORKFLOW_SLOTS', 40, 2, 1_000),
    },
    workflowCache: read.count('WORKFLOW_CACHE', 500, 10, 100_000),
    workerPollers: read.count('WORKER_POLLERS', 20, 5, 200),
    databasePool: read.optional('DATABASE_POOL') ? read.count('DATABASE_POOL', 1, 1, 200) : null,
  };
}
