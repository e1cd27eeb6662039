import type { WorkerOptions } from '@temporalio/worker';
import { QUEUES } from '../domain/catalogue/queues.js';
import type { Env } from '../runtime/env.js';

/** Time for running activities to finish when the worker stops; by default there is none. */
export const SHUTDOWN_GRACE_MS = 30_000;

/**
 * The same where orders are placed with vendors: an order that is sent is waited for, which takes
 * ORDER_MS_MAX, and recorded. Nothing else there is waited for as long: a worker that follows an
 * order leaves it to the next one at once.
 */
export const ORDER_GRACE_MS = 75_000;

/** Time for the activities of a queue to finish when its worker stops, in milliseconds. */
export function findGrace(taskQueue: string): number {
  return taskQueue === QUEUES.upstream ? ORDER_GRACE_MS : SHUTDOWN_GRACE_MS;
}

/**
 * The least time between two heartbeats of one activity that reach the server. They also bring back
 * that a run is cancelled or paused; by default that takes four fifths of the heartbeat timeout.
 */
const HEARTBEAT_EVERY_MS = 5_000;

/** What every worker is told, whatever it runs. */
export function commonOptions({
  temporalNamespace,
}: Env): Pick<
  WorkerOptions,
  'namespace' | 'defaultHeartbeatThrottleInterval' | 'maxHeartbeatThrottleInterval'
> {
  return {
    namespace: temporalNamespace,
    defaultHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
  };
}
