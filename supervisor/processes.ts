import type { PlatformProcess } from './platform.js';
import type { Ports } from './wiring.js';

export type ProcessName = 'orchestrator' | 'media' | 'outbound' | 'api' | 'social-demo';

const API_GRACE_MS = 15_000;
/** Time for workers to finish their running activities: more than any of them takes itself. */
const WORKER_GRACE_MS = 85_000;

/**
 * What every process is told of its memory: docs/decisions/0020. V8 sees the memory of the machine
 * and lets a heap grow to four times what it holds before it collects; here five processes share
 * one machine with whoever tries the platform.
 */
const SMALL_HEAP = [
  '--max-semi-space-size=2',
  '--initial-old-space-size=64',
  '--heap-growing-percent=20',
];
/** Two memory arenas instead of eight: a third less memory for image buffers, the same speed. */
const SMALL_MALLOC = { MALLOC_ARENA_MAX: '2' };

interface Row {
  readonly script: string;
  readonly graceMs: number;
  /** The port of its metrics; null for none. */
  readonly metrics: keyof Ports | null;
}

const ROWS: Readonly<Record<ProcessName, Row>> = {
  orchestrator: {
    script: 'workers/orchestrator.js',
    graceMs: WORKER_GRACE_MS,
    metrics: 'orchestratorMetrics',
  },
  media: { script: 'workers/media.js', graceMs: WORKER_GRACE_MS, metrics: 'mediaMetrics' },
  outbound: { script: 'workers/outbound.js', graceMs: WORKER_GRACE_MS, metrics: 'outboundMetrics' },
  api: { script: 'api/server.js', graceMs: API_GRACE_MS, metrics: 'metrics' },
  'social-demo': { script: 'social-demo/start.js', graceMs: API_GRACE_MS, metrics: null },
};

/** How one of our own processes is started. */
export function describeProcess(name: ProcessName, ports: Ports): PlatformProcess {
  const { script, graceMs, metrics } = ROWS[name];
  return {
    name,
    script,
    graceMs,
    nodeFlags: SMALL_HEAP,
    args: name === 'social-demo' ? [String(ports.socialDemo)] : [],
    env: { ...SMALL_MALLOC, ...(metrics && { METRICS_PORT: String(ports[metrics]) }) },
  };
}
