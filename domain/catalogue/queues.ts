import { RENDERER } from './makers.js';
import type { ModelSource } from './model-source.js';

/**
 * Names shared by client, workers and workflows. Plain constants, without code of Temporal. Work is
 * grouped by the resource it needs, so that it does not wait for slots of other kinds of work.
 */
export const QUEUES = {
  /** Workflows and their short database steps. */
  orchestrator: 'orchestrator',
  /** CPU-bound work: images and clips of the renderer, encoding. */
  render: 'render',
  /** Waits for a vendor, up to half an hour. */
  upstream: 'upstream',
  /** Reads and copies of files: upload checks, image analyses, storing clips, sweeps. */
  files: 'files',
  /** Webhook deliveries, which call addresses of customers. */
  outbound: 'outbound',
} as const;

/** Signals that callers send to runs. */
export const SIGNALS = { retryNow: 'retryNow' } as const;

export const UPDATES = { cancel: 'cancel', finalise: 'finalise', move: 'move' } as const;

/** The queues of media processes; each process serves all of them or some. */
export const MEDIA_QUEUES = ['render', 'upstream', 'files'] as const;
export type MediaQueue = (typeof MEDIA_QUEUES)[number];

/** The queue of a source: the renderer needs our cores, other sources only waiting time. */
export const findQueue = ({ provider }: ModelSource): string =>
  provider === RENDERER ? QUEUES.render : QUEUES.upstream;

/** Priority of work on one queue, 1 first: started work goes before waiting work. */
export const PRIORITY = { underWay: 2, waiting: 4 } as const;

/** How often rows that are open for a long time are checked. */
export const RECONCILE_EVERY_MINUTES = 2;
