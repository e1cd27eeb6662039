import { RENDERER } from './makers.js';
import type { ModelSource } from './model-source.js';

/**
 * Names shared by client, workers and workflows. Plain constants, without Temporal code. Work is
 * grouped by the resource that it needs, so that it does not wait for slots of other kinds of work.
 */
export const QUEUES = {
  /** Workflows and their short database steps. */
  orchestrator: 'orchestrator',
  /** CPU-bound work: encoding, and the renderer's images and clips. */
  render: 'render',
  /** Requests to a vendor, which can take up to half an hour. */
  upstream: 'upstream',
  /** Reads and copies of files: upload checks, image analyses, storing clips, sweeps. */
  files: 'files',
  /** Webhook deliveries, which call customers' addresses. */
  outbound: 'outbound',
} as const;

/** Signals that callers send to workflow runs. */
export const SIGNALS = { retryNow: 'retryNow', pause: 'pause', continue: 'continue' } as const;

export const UPDATES = { cancel: 'cancel', finalise: 'finalise', move: 'move' } as const;

/** Queues of media processes. Each process serves all or some of them. */
export const MEDIA_QUEUES = ['render', 'upstream', 'files'] as const;
export type MediaQueue = (typeof MEDIA_QUEUES)[number];

/** Returns a source's queue: the renderer needs our CPU cores, other sources only waiting time. */
export const findQueue = ({ provider }: ModelSource): string =>
  provider === RENDERER ? QUEUES.render : QUEUES.upstream;

/** Priorities of work on one queue, 1 first: started work goes before waiting work. */
export const PRIORITY = { underWay: 2, waiting: 4, background: 5 } as const;

/** Check interval for rows that have been open for a long time. */
export const RECONCILE_EVERY_MINUTES = 2;

/** Workflow types that are started through the outbox, by their names in Temporal. */
export type WorkflowType =
  | 'generateImage'
  | 'generateVideo'
  | 'generateSpeech'
  | 'finaliseUpload'
  | 'deliverWebhook'
  | 'analyseSubject'
  | 'drawPortrait'
  | 'publishPost'
  | 'followPublication';

/**
 * Delay in milliseconds before the relay tries a new workflow start, because the process that wrote
 * it tries first.
 */
export const FIRST_TRY_MS = 3_000;
