/** Names that client, workers and workflows agree on. Plain constants: no code of Temporal. */
export const QUEUES = {
  /** Workflows and their short database steps. */
  orchestrator: 'orchestrator',
  /** Generation and storage: whatever moves media. */
  media: 'media',
  /** Webhook deliveries: whatever calls addresses of customers. */
  outbound: 'outbound',
} as const;

/** What activities and operators tell a run. */
export const SIGNALS = { progress: 'progress', retryNow: 'retryNow' } as const;

export const UPDATES = { cancel: 'cancel', finalise: 'finalise' } as const;

/** Importance of work on the media queue, 1 first: what has begun goes before what waits. */
export const PRIORITY = { underWay: 2, waiting: 4 } as const;
