import { RENDERER } from './makers.js';
import type { ModelSource } from './model-source.js';

/**
 * Names that client, workers and workflows agree on. Plain constants: no code of Temporal. Work is
 * put together by what it costs, so that nothing waits for a slot that something else holds.
 */
export const QUEUES = {
  /** Workflows and their short database steps. */
  orchestrator: 'orchestrator',
  /** What needs a core: pictures and clips of the renderer, encoding. */
  render: 'render',
  /** What waits for a vendor, for up to half an hour. */
  upstream: 'upstream',
  /** What reads and copies files: checks of uploads, looks at pictures, clips to store, sweeps. */
  files: 'files',
  /** Webhook deliveries: whatever calls addresses of customers. */
  outbound: 'outbound',
} as const;

/** Signals that callers send to runs. */
export const SIGNALS = { retryNow: 'retryNow' } as const;

export const UPDATES = { cancel: 'cancel', finalise: 'finalise', move: 'move' } as const;

/** The queues of media processes; each process serves all of them or some. */
export const MEDIA_QUEUES = ['render', 'upstream', 'files'] as const;
export type MediaQueue = (typeof MEDIA_QUEUES)[number];

/** Where a source makes its picture or clip: the renderer on our cores, others on their own. */
export const findQueue = ({ provider }: ModelSource): string =>
  provider === RENDERER ? QUEUES.render : QUEUES.upstream;

/** Importance of work on one queue, 1 first: what has begun goes before what waits. */
export const PRIORITY = { underWay: 2, waiting: 4 } as const;

/** How often rows that are open for long are looked at. */
export const RECONCILE_EVERY_MINUTES = 2;
