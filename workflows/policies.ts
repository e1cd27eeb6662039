import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { QUEUES } from '../domain/catalogue/queues.js';

/**
 * How steps are called, by consequence. Replay does not notice a change here: the figures are
 * asserted by tests. A step learns its timeouts from its own call, and takes its deadline and the
 * beat of its heart from them (activities/keep-alive.ts): they stand here alone.
 */

/** A worker that says nothing for so long is lost, and its step is given to another. */
const LOST_AFTER = '15s';

/** A few guarded statements of 1 to 10 ms. Safe to repeat, so repeated until PostgreSQL answers. */
export const quickDb: LocalActivityOptions = {
  startToCloseTimeout: '15s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
};

/**
 * A call of an upstream that costs money. What the upstream refuses is decided by the workflow
 * (next-step.ts), so that it stands in the timeline and in the history; Temporal itself repeats
 * only what never got an answer: a lost worker, PostgreSQL away. 40 times is ten minutes of that, and
 * the end of a job that kills every worker that takes it.
 * `scheduleToStart` is the start deadline: nobody took the job.
 */
export const paidUpstream: ActivityOptions = {
  taskQueue: QUEUES.media,
  scheduleToStartTimeout: '30m',
  startToCloseTimeout: '5m',
  heartbeatTimeout: LOST_AFTER,
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
};

/**
 * A clip: as paidUpstream, for the time that queue and model take. The figures behind it, when to
 * give up a queue and when a model, are in run-order.ts.
 */
export const filming: ActivityOptions = { ...paidUpstream, startToCloseTimeout: '35m' };

/** An analysis: helpful, not needed. Two quick tries, then the generation goes on without it. */
export const readUpstream: ActivityOptions = {
  ...paidUpstream,
  startToCloseTimeout: '30s',
  retry: { initialInterval: '500ms', maximumAttempts: 2 },
};

/** Copies media into our store. Repeatable, because the keys are fixed before the first byte. */
export const bulkTransfer: ActivityOptions = {
  ...paidUpstream,
  startToCloseTimeout: '2m',
};

/**
 * Checks an uploaded file. Its copy and its row change only together at the end, so it is repeated
 * for hours: a store that was away must not lose a caller's file.
 */
export const fileCheck: ActivityOptions = {
  taskQueue: QUEUES.media,
  scheduleToCloseTimeout: '6h',
  startToCloseTimeout: '3m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '1s', maximumInterval: '30s' },
};

/**
 * The look at a new character or product. Nobody waits for it, so a model that is away is asked 16
 * times, which is ten minutes; then the subject stays without a description. Waiting for a worker
 * does not count.
 */
export const subjectAnalysis: ActivityOptions = {
  taskQueue: QUEUES.media,
  startToCloseTimeout: '1m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '1s', maximumInterval: '1m', maximumAttempts: 16 },
};

/**
 * One attempt of a delivery. What the receiver answers is a result, and uses the attempt; repeated
 * here is only what was not attempted or not recorded: a lost worker, PostgreSQL away, no turn at the
 * endpoint. 20 s are the 10 s of the attempt and the time to record it.
 */
export const webhookAttempt: ActivityOptions = {
  taskQueue: QUEUES.outbound,
  startToCloseTimeout: '20s',
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
};

/** Regular upkeep: what fails is left to the next round. */
export const upkeep: ActivityOptions = {
  taskQueue: QUEUES.media,
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '2m',
  heartbeatTimeout: LOST_AFTER,
  retry: { initialInterval: '5s', maximumAttempts: 3 },
};
