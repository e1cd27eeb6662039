import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { QUEUES } from '../domain/catalogue/queues.js';

/**
 * How steps are called, by consequence. Replay does not notice a change here: the figures are
 * asserted by tests.
 */

/** A few guarded statements of 1 to 10 ms. Safe to repeat, so repeated until PostgreSQL answers. */
export const quickDb: LocalActivityOptions = {
  startToCloseTimeout: '15s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
};

/**
 * A call of an upstream that costs money. What the upstream refuses is decided by the workflow
 * (RETRY_DELAYS_MS), so that it stands in the timeline and in the history; Temporal itself repeats
 * only what never got an answer: a lost worker, PostgreSQL away. 40 times is ten minutes of that, and
 * the end of a job that kills every worker that takes it.
 * `scheduleToStart` is the start deadline: nobody took the job.
 */
export const paidUpstream: ActivityOptions = {
  taskQueue: QUEUES.media,
  scheduleToStartTimeout: '30m',
  startToCloseTimeout: '5m',
  heartbeatTimeout: '15s',
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
  heartbeatTimeout: '15s',
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
  heartbeatTimeout: '15s',
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
  heartbeatTimeout: '15s',
  retry: { initialInterval: '5s', maximumAttempts: 3 },
};

/** Waits before another try of the same upstream, by what went wrong; then comes the next route. */
export const RETRY_DELAYS_MS = {
  unavailable: [1_000, 3_000],
  rate_limited: [1_000, 3_000],
  timeout: [1_000],
  rejected: [],
  content_blocked: [],
  uncertain: [],
  undeliverable: [1_000, 5_000],
} as const satisfies Record<string, readonly number[]>;

export type UpstreamFailureKind = keyof typeof RETRY_DELAYS_MS;

/** A hint of the upstream (Retry-After) may postpone a try, up to this. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** Waits before another try of the store: an outage of half a minute costs nobody a generation. */
export const STORAGE_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];
