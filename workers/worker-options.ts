import type { WorkerOptions, WorkerTuner } from '@temporalio/worker';
import { QUEUES } from '../domain/catalogue/queues.js';
import type { Env } from '../runtime/env.js';
import { buildConverterOptions } from '../runtime/temporal-connection.js';

/** Milliseconds for running activities to finish when the worker stops; the SDK's default is 0. */
export const SHUTDOWN_GRACE_MS = 30_000;

/**
 * Milliseconds to finish for the queue that places orders with vendors: a worker waits for an
 * order's response, up to ORDER_MS_MAX, and records it. The queue's other steps end sooner: a
 * worker that polls an order hands it to the next worker immediately.
 */
export const ORDER_GRACE_MS = 75_000;

/**
 * Returns the time in milliseconds that a queue's activities have to finish when its worker stops.
 */
export function findGrace(taskQueue: string): number {
  return taskQueue === QUEUES.upstream ? ORDER_GRACE_MS : SHUTDOWN_GRACE_MS;
}

/**
 * Minimum interval between heartbeats that an activity sends to the server. The response says
 * whether the run was cancelled or paused; by default the interval is 80 % of the heartbeat
 * timeout.
 */
const HEARTBEAT_EVERY_MS = 5_000;

/** Number of concurrent polls when a worker starts; the number then adapts to the load. */
const POLLERS = { minimum: 2, initial: 5 } as const;

/** Builds the options that all workers share. */
export function buildCommonOptions(
  env: Env,
): Pick<
  WorkerOptions,
  | 'namespace'
  | 'dataConverter'
  | 'defaultHeartbeatThrottleInterval'
  | 'maxHeartbeatThrottleInterval'
  | 'workflowTaskPollerBehavior'
  | 'activityTaskPollerBehavior'
> {
  const pollers = { type: 'autoscaling', ...POLLERS, maximum: env.workerPollers } as const;
  return {
    namespace: env.temporalNamespace,
    ...buildConverterOptions(env),
    defaultHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
    workflowTaskPollerBehavior: pollers,
    activityTaskPollerBehavior: pollers,
  };
}

/**
 * Number of slots that a waiting worker has regardless of memory, so that it never stops
 * completely.
 */
const SLOTS_AT_LEAST = 20;
/**
 * Maximum memory use as a fraction of the container's or machine's memory; above it, no more slots
 * are assigned.
 */
const MEMORY_TARGET = 0.8;
/**
 * Waiting needs no CPU, so a busy CPU must not hold slots back. The tuner assigns no slots while
 * its target is reached, and the renderer reaches a target of 1 whenever it keeps all cores busy.
 */
const CPU_IS_NO_REASON = 10;

/**
 * Creates a tuner for steps that only wait: as many slots as requested, while there is memory for
 * them.
 */
export function createWaitingTuner(slots: number): WorkerTuner {
  const unused = { type: 'fixed-size', numSlots: 1 } as const;
  return {
    activityTaskSlotSupplier: {
      type: 'resource-based',
      minimumSlots: Math.min(SLOTS_AT_LEAST, slots),
      maximumSlots: slots,
      // Delay in ms between two slots above the minimum: after a restart, all 300 are in use within
      // 3 seconds.
      rampThrottle: 10,
      tunerOptions: { targetMemoryUsage: MEMORY_TARGET, targetCpuUsage: CPU_IS_NO_REASON },
    },
    // The worker runs no workflows, but the SDK requires a slot supplier for each kind of task.
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}
