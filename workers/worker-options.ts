import type { WorkerOptions, WorkerTuner } from '@temporalio/worker';
import { QUEUES } from '../domain/catalogue/queues.js';
import type { Env } from '../runtime/env.js';
import { converterOptions } from '../runtime/temporal-connection.js';

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

/** Questions for work that a worker has open when it starts; then it opens more, or fewer. */
const POLLERS = { minimum: 2, initial: 5 } as const;

/** What every worker is told, whatever it runs. */
export function commonOptions(
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
    ...converterOptions(env),
    defaultHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
    workflowTaskPollerBehavior: pollers,
    activityTaskPollerBehavior: pollers,
  };
}

/** Slots that a waiting worker has whatever the memory says, so that it is never at a standstill. */
const SLOTS_AT_LEAST = 20;
/** Part of the memory of the container, or of the machine, above which no more slots are given. */
const MEMORY_TARGET = 0.8;
/**
 * Waiting needs no processor, so a busy one must not hold slots back. The tuner gives none while its
 * target is reached, and a target of 1 is, whenever the renderer keeps all cores busy.
 */
const CPU_IS_NO_REASON = 10;

/** Slots for steps that only wait: as many as are wanted, as long as there is memory for them. */
export function waitingTuner(slots: number): WorkerTuner {
  const unused = { type: 'fixed-size', numSlots: 1 } as const;
  return {
    activityTaskSlotSupplier: {
      type: 'resource-based',
      minimumSlots: Math.min(SLOTS_AT_LEAST, slots),
      maximumSlots: slots,
      // Between two slots above the minimum: all 300 are taken again 3 seconds after a restart.
      rampThrottle: 10,
      tunerOptions: { targetMemoryUsage: MEMORY_TARGET, targetCpuUsage: CPU_IS_NO_REASON },
    },
    // The worker runs no workflows, but the SDK wants a number for each kind of task.
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}
