import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { RENDERER } from '../domain/catalogue/makers.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { findQueue, PRIORITY, QUEUES } from '../domain/catalogue/queues.js';

/**
 * How steps are called, grouped by their consequence. Replay does not notice a change here, so
 * tests check the figures. A step reads its timeouts from its call, and computes its deadline and
 * heartbeat from them (activities/keep-alive.ts), so the figures are only here.
 */

/**
 * What is under way goes before what waits. It may have an order that is placed and paid, so it
 * waits for a worker for longer than any other order can hold a slot.
 */
export const underWay: ActivityOptions = {
  priority: { priorityKey: PRIORITY.underWay },
  scheduleToStartTimeout: '45m',
};

/** A worker without a heartbeat for this long counts as lost; another one gets its step. */
const LOST_AFTER = '15s';
/**
 * The same where an order may be under way with a vendor: whoever takes it over can only wait for
 * what the first worker was told, so a short cut of its connection should not be the end of it.
 */
const ORDER_LOST_AFTER = '45s';

/**
 * A few guarded statements of 1 to 10 ms, inside the workflow task: four tries within 2 seconds, or
 * fewer when PostgreSQL hangs. After 8 seconds the SDK would begin to prolong the task, with three
 * events each time, so a step gives up long before; then it goes on as `insistentDb`.
 */
export const quickDb: LocalActivityOptions = {
  startToCloseTimeout: '3s',
  scheduleToCloseTimeout: '5s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumAttempts: 4 },
};

/** The same statements outside the workflow task. Safe to repeat, until PostgreSQL answers. */
export const insistentDb: ActivityOptions = {
  taskQueue: QUEUES.orchestrator,
  startToCloseTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
};

/**
 * A call of an upstream that costs money. The workflow decides about refusals of the upstream
 * (next-step.ts), so that timeline and history show them. Temporal itself repeats only what got no
 * answer: a lost worker, PostgreSQL away. It does so 40 times, which takes ten minutes; a job that
 * stops its workers ends itself sooner (activities/lost-workers.ts). `scheduleToStart` is the time in
 * which a worker must take the job. The call names the queue of its source.
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
 * A clip: as paidUpstream, but with the time that queue and model need. run-order.ts has the
 * figures for giving up a queue and a model.
 */
export const filming: ActivityOptions = { ...paidUpstream, startToCloseTimeout: '35m' };

/**
 * Where a source works, and when its worker counts as lost: the renderer takes no orders, so its
 * work is repeated sooner.
 */
export function atSource(
  source: ModelSource,
): Pick<ActivityOptions, 'taskQueue' | 'heartbeatTimeout'> {
  const heartbeatTimeout = source.provider === RENDERER ? LOST_AFTER : ORDER_LOST_AFTER;
  return { taskQueue: findQueue(source), heartbeatTimeout };
}

/** A text helps but is not needed. After two quick tries the generation goes on without it. */
export const readUpstream: ActivityOptions = {
  ...paidUpstream,
  startToCloseTimeout: '30s',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '500ms', maximumAttempts: 2 },
};

/** The same for an analysis, which reads the pictures that were given. */
export const analysis: ActivityOptions = { ...readUpstream, taskQueue: QUEUES.files };

/**
 * Copies media into our store. It can be repeated: the keys are set before the first byte. Ten
 * minutes are enough to read and write the largest clip, 250 MB, at 1 MB/s.
 */
export const bulkTransfer: ActivityOptions = {
  ...paidUpstream,
  taskQueue: QUEUES.files,
  startToCloseTimeout: '10m',
  heartbeatTimeout: LOST_AFTER,
};

/** The same for a picture, which is encoded on the way. */
export const encoding: ActivityOptions = { ...bulkTransfer, taskQueue: QUEUES.render };

/**
 * Checks an uploaded file. It is repeated for hours, because a caller's file must not be lost when
 * the store is away. Repeating is safe: copy and row change only together at the end.
 */
export const fileCheck: ActivityOptions = {
  taskQueue: QUEUES.files,
  scheduleToCloseTimeout: '6h',
  startToCloseTimeout: '3m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '1s', maximumInterval: '30s' },
};

/**
 * The look at a new character or product. Nobody waits for it, so an absent model is asked 16
 * times, which takes ten minutes; then the subject stays without a description. The time until a
 * worker takes it does not count.
 */
export const subjectAnalysis: ActivityOptions = {
  taskQueue: QUEUES.files,
  startToCloseTimeout: '1m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '1s', maximumInterval: '1m', maximumAttempts: 16 },
};

/**
 * A portrait for which a request waits. Nothing is charged before it is there, so its run may end
 * without one: a request that is repeated begins another.
 */
export const portrait: ActivityOptions = {
  taskQueue: QUEUES.render,
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '30s',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '500ms', maximumInterval: '10s' },
};

/**
 * One attempt of a delivery. Every answer of the receiver is a result and uses up the attempt.
 * Temporal repeats only what was not sent or not recorded: a lost worker, PostgreSQL away, no slot
 * for the endpoint. The 20 s are 10 s for the attempt and the time to record it.
 */
export const webhookAttempt: ActivityOptions = {
  taskQueue: QUEUES.outbound,
  startToCloseTimeout: '20s',
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
};

/**
 * A part of a draft on a platform, or a look at what became of a post. Either may be repeated: a
 * draft goes on where it was. What the platform refuses is an answer, about which the run decides
 * (publish-retries.ts); Temporal repeats what got no answer, 40 times, which takes ten minutes.
 */
export const platformCall: ActivityOptions = {
  taskQueue: QUEUES.upstream,
  startToCloseTimeout: '15m',
  heartbeatTimeout: LOST_AFTER,
  cancellationType: 'TRY_CANCEL',
  priority: { priorityKey: PRIORITY.underWay },
  retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
};

/** The same for the files that a platform gets. */
export const renditions: ActivityOptions = { ...platformCall, taskQueue: QUEUES.render };

/**
 * The request that publishes: made once. It has COMMIT_MS_MAX, and the rest is for what it reads
 * and writes before and after. A worker that is lost shows within 15 s; whether its request arrived
 * is then read from the platform.
 */
export const commit: ActivityOptions = {
  ...platformCall,
  startToCloseTimeout: '2m',
  retry: { maximumAttempts: 1 },
};

/** Regular upkeep: after a failure, the next round tries again. */
export const upkeep: ActivityOptions = {
  taskQueue: QUEUES.files,
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '2m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '5s', maximumAttempts: 3 },
};
