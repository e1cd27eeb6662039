import type { PlatformProcess } from './platform.js';
import type { Ports } from './wiring.js';

export type ProcessName = 'workers' | 'api' | 'social-demo';

const API_GRACE_MS = 15_000;
/**
 * Milliseconds for workers to finish their running activities: more than any queue's grace period.
 */
const WORKER_GRACE_MS = 85_000;

/**
 * V8 flags that limit memory: docs/decisions/0020. V8 adapts to the machine's memory and lets a
 * heap grow to four times its content before it collects garbage. Under `npm start`, our processes
 * share a desktop or laptop with its user.
 */
const SMALL_HEAP = [
  '--max-semi-space-size=2',
  '--initial-old-space-size=24',
  '--heap-growing-percent=20',
];
/**
 * Uses one helper thread for garbage collection and compilation instead of four:
 * docs/decisions/0026. In production, the Dockerfile and docker-compose.yml set this flag.
 */
export const ONE_HELPER = '--v8-pool-size=1';
/**
 * Two memory arenas instead of eight: a third less memory for image buffers at the same speed. Free
 * memory at the end of an arena returns to the system from 8 MiB on, instead of twice the largest
 * buffer so far. The mmap threshold is set as well: otherwise every buffer would get separate
 * pages, which makes an image a third slower.
 */
const SMALL_MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: String(8 * 1_024 * 1_024),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1_024 * 1_024),
};

interface ProcessRow {
  readonly script: string;
  readonly graceMs: number;
  readonly nodeFlags: readonly string[];
  /** The port for the process's metrics; null if it serves no metrics. */
  readonly metrics: keyof Ports | null;
}

const ROWS: Readonly<Record<ProcessName, ProcessRow>> = {
  workers: {
    script: 'workers/all.js',
    graceMs: WORKER_GRACE_MS,
    nodeFlags: SMALL_HEAP,
    metrics: 'workersMetrics',
  },
  api: {
    script: 'api/server.js',
    graceMs: API_GRACE_MS,
    nodeFlags: [...SMALL_HEAP, ONE_HELPER],
    metrics: 'metrics',
  },
  'social-demo': {
    script: 'packages/stand-ins/social/start.js',
    graceMs: API_GRACE_MS,
    nodeFlags: SMALL_HEAP,
    metrics: null,
  },
};

/** Describes how to start one of our own processes. */
export function describeProcess(name: ProcessName, ports: Ports): PlatformProcess {
  const { script, graceMs, nodeFlags, metrics } = ROWS[name];
  return {
    name,
    script,
    graceMs,
    nodeFlags,
    args: name === 'social-demo' ? [String(ports.socialDemo)] : [],
    env: { ...SMALL_MALLOC, ...(metrics && { METRICS_PORT: String(ports[metrics]) }) },
  };
}
