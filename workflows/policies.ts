import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { RENDERER } from '../domain/catalogue/makers.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { findQueue, PRIORITY, QUEUES } from '../domain/catalogue/queues.js';

/**
 * Timeouts and retries of the steps, grouped by their consequence. Replay does not notice a change
 * here, so tests check the figures. A step reads its timeouts from its call, and computes its
 * deadline and heartbeat from them (activities/keep-alive.ts), so the figures are only here.
 */

/**
 * Work in progress has priority over queued work. It may have a placed and paid order, so it waits
 * for a worker longer than any other order can hold a slot.
 */
export const underWay: ActivityOptions = {
  priority: { priorityKey: PRIORITY.underWay },
  scheduleToStartTimeout: '45m',
};

/** A worker that sends no heartbeat for this long is lost, and another one gets its step. */
const LOST_AFTER = '15s';
/**
 * Like LOST_AFTER, but longer if an order may be in flight with a vendor: a worker that takes over
 * can only wait for the response that the first worker receives, so a short connection loss should
 * not end the first worker's step.
 */
const ORDER_LOST_AFTER = '45s';

/**
 * A few guarded statements of 1 to 10 ms, inside the workflow task: four attempts within 2 seconds,
 * or fewer if PostgreSQL hangs. After 8 seconds the SDK would begin to extend the task, with three
 * events each time, so a step gives up long before that and continues as `insistentDb`.
 */
export const quickDb: LocalActivityOptions = {
  startToCloseTimeout: '3s',
  scheduleToCloseTimeout: '5s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumAttempts: 4 },
};

/**
 * quickDb's statements outside the workflow task: idempotent, and retried until PostgreSQL
 * responds.
 */
export const insistentDb: ActivityOptions = {
  taskQueue: QUEUES.orchestrator,
  startToCloseTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
};

/**
 * A paid upstream call. The workflow handles the upstream's refusals (next-step.ts), so that
 * timeline and history show them. Temporal itself retries only calls without a result: a lost
 * worker, PostgreSQL down. It does so 40 times, which takes ten minutes; a job that stops its
 * workers ends sooner (activities/lost-workers.ts). A worker must take the job within
 * `scheduleToStart`. The call sets its source's queue.
 */
export const paidUpstream: ActivityOptions = {
  taskQueue: QUEUES.upstream,
  scheduleToStartTimeout: '30m',
  startToCloseTimeout: '5m',
  heartbeatTimeout: ORDER_LOST_AFTER,
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
};

/**
 * A clip: like paidUpstream, but with the time that the queue and the model need. follow-order.ts
 * has the deadlines for queue and model.
 */
export const filming: ActivityOptions = { ...paidUpstream, startToCloseTimeout: '35m' };

/**
 * Returns a source's queue, and the heartbeat timeout of its worker: the built-in renderer places
 * no orders, so its work is retried sooner.
 */
export function routeToSource(
  source: ModelSource,
): Pick<ActivityOptions, 'taskQueue' | 'heartbeatTimeout'> {
  const heartbeatTimeout = source.provider === RENDERER ? LOST_AFTER : ORDER_LOST_AFTER;
  return { taskQueue: findQueue(source), heartbeatTimeout };
}

/** An optional text. After two quick attempts the generation continues without the text. */
export const readUpstream: ActivityOptions = {
  ...paidUpstream,
  startToCloseTimeout: '30s',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '500ms', maximumAttempts: 2 },
};

/** Like readUpstream, for an analysis, which reads the input images. */
export const analysis: ActivityOptions = { ...readUpstream, taskQueue: QUEUES.files };

/**
 * Copies media into our store. It can be retried, because the keys are stored before the first
 * byte. Ten minutes are enough to read and write the largest clip, 250 MB, at 1 MB/s.
 */
export const bulkTransfer: ActivityOptions = {
  ...paidUpstream,
  taskQueue: QUEUES.files,
  startToCloseTimeout: '10m',
  heartbeatTimeout: LOST_AFTER,
};

/** Like bulkTransfer, for an image, which is also encoded. */
export const encoding: ActivityOptions = { ...bulkTransfer, taskQueue: QUEUES.render };

/**
 * Checks an uploaded file. It is retried for hours, because a caller's file must not be lost while
 * the store is down. Retries are safe, because copy and row change only together at the end.
 */
export const fileCheck: ActivityOptions = {
  taskQueue: QUEUES.files,
  scheduleToCloseTimeout: '6h',
  startToCloseTimeout: '3m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '1s', maximumInterval: '30s' },
};

/**
 * Analyses a new character or product in the background. If the model is down, it is tried 16
 * times, which takes ten minutes; then the subject stays without a description. The time until a
 * worker takes the step does not count.
 */
export const subjectAnalysis: ActivityOptions = {
  taskQueue: QUEUES.files,
  startToCloseTimeout: '1m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '1s', maximumInterval: '1m', maximumAttempts: 16 },
};

/**
 * A portrait that a request waits for. Nothing is charged before the portrait exists, so its run
 * may end without one: a repeated request starts another run.
 */
export const portrait: ActivityOptions = {
  taskQueue: QUEUES.render,
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '30s',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '500ms', maximumInterval: '10s' },
};

/**
 * One delivery attempt. Every response from the receiver is a result and uses up the attempt.
 * Temporal retries only attempts that were not sent or not recorded: a lost worker, PostgreSQL
 * down, no slot for the endpoint. The 20 s are 10 s for the attempt and the time to record it.
 */
export const webhookAttempt: ActivityOptions = {
  taskQueue: QUEUES.outbound,
  startToCloseTimeout: '20s',
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
};

/**
 * A part of a draft on a platform, or a poll for a post's outcome. Both may be retried: a draft
 * resumes where it stopped. A platform's refusal is a result, which the run handles
 * (publish-retries.ts); Temporal retries calls without a result 40 times, which takes ten minutes.
 */
export const platformCall: ActivityOptions = {
  taskQueue: QUEUES.upstream,
  startToCloseTimeout: '15m',
  heartbeatTimeout: LOST_AFTER,
  cancellationType: 'TRY_CANCEL',
  priority: { priorityKey: PRIORITY.underWay },
  retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
};

/** Like platformCall, for creating a platform's files. */
export const renditions: ActivityOptions = { ...platformCall, taskQueue: QUEUES.render };

/**
 * The publishing request, which is sent only once. It has COMMIT_MS_MAX; the remaining time is for
 * reads and writes before and after it. A lost worker is detected within 15 s; the platform then
 * reports whether the worker's request arrived.
 */
export const commit: ActivityOptions = {
  ...platformCall,
  startToCloseTimeout: '2m',
  retry: { maximumAttempts: 1 },
};

/** Regular maintenance: after a failure, the next round tries again. */
export const upkeep: ActivityOptions = {
  taskQueue: QUEUES.files,
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '2m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '5s', maximumAttempts: 3 },
};

/** Signs a page of outputs again: behind all other work of the queue, and also after an outage. */
export const resigning: ActivityOptions = {
  ...fileCheck,
  startToCloseTimeout: '10m',
  priority: { priorityKey: PRIORITY.background },
};
