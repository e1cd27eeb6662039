import { availableParallelism } from 'node:os';
import { MEDIA_QUEUES, type MediaQueue } from '../domain/catalogue/queues.js';
import type { EnvReader } from './env-reader.js';

/** What one worker process does at once. */
export interface WorkersEnv {
  /** The queues that this media process serves. */
  readonly workerQueues: readonly MediaQueue[];
  /** Steps of one kind that a process has under way at once. */
  readonly slots: Readonly<Record<MediaQueue | 'outbound' | 'workflow', number>>;
  /** Runs of workflows that an orchestrator keeps in memory between two of their tasks. */
  readonly workflowCache: number;
  /** Questions for work that a worker has open at Temporal, at most; it opens fewer when idle. */
  readonly workerPollers: number;
  /** Connections to PostgreSQL of this process; null for as many as its kind of process needs. */
  readonly databasePool: number | null;
}

/** Two at least: on one core, a picture is still encoded while a clip is drawn. */
const RENDER_SLOTS_MIN = 2;

/** The settings of workers. Ranges end where a mistake in typing is likelier than a machine. */
export function readWorkers(read: EnvReader): WorkersEnv {
  const cores = Math.max(RENDER_SLOTS_MIN, availableParallelism());
  return {
    workerQueues: read.choices('WORKER_QUEUES', MEDIA_QUEUES),
    slots: {
      render: read.count('RENDER_SLOTS', cores, 1, 512),
      // Waiting takes little memory, and the worker takes no more orders when memory runs short.
      upstream: read.count('UPSTREAM_SLOTS', 300, 1, 5_000),
      // A clip of 250 MB is held in memory while its label is written.
      files: read.count('FILES_SLOTS', 4, 1, 512),
      // Endpoints share these: docs/decisions/0006.
      outbound: read.count('OUTBOUND_SLOTS', 1_000, 2, 10_000),
      workflow: read.count('WORKFLOW_SLOTS', 40, 2, 1_000),
    },
    workflowCache: read.count('WORKFLOW_CACHE', 500, 10, 100_000),
    workerPollers: read.count('WORKER_POLLERS', 20, 5, 200),
    databasePool: read.optional('DATABASE_POOL') ? read.count('DATABASE_POOL', 1, 1, 200) : null,
  };
}
