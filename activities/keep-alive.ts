import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { ProviderFailure } from '../domain/ports/provider.js';
import { leaveToNextWorker, translate } from './failures.js';
import { countLosses, noteEnd } from './lost-workers.js';

/**
 * A step ends this long before its server-side timeout, so that it can stop its work and report its
 * result. After a server-side timeout, Temporal would retry the step without asking the workflow,
 * and we would pay for it twice.
 */
export const SLACK_MS = 5_000;

/** Number of heartbeats sent within the heartbeat timeout, because some may be lost. */
const BEATS = 5;
/**
 * Heartbeat responses report that a run was cancelled or paused; this limits how late we notice.
 */
const BEAT_MS_MAX = 5_000;

/** Reports a running step's state, which the Temporal UI shows. */
export type StateReporter = (details: object) => void;

/**
 * The reason why a step must end. `given_up` means that the worker is stopping, or that Temporal
 * has paused, reset or abandoned the step; the step may then be retried elsewhere, or its run may
 * have ended.
 */
export type StepEnding = 'cancelled' | 'given_up' | 'time_over';

/** The context of a running step. */
export interface StepContext {
  /** Signal that is aborted when the step must end; the step then stops and throws. */
  readonly signal: AbortSignal;
  /** Returns the reason why the step must end; null while it may continue. */
  readonly ending: () => StepEnding | null;
  readonly reportState: StateReporter;
  /** Number of workers lost by earlier attempts of the step; see `refuseToLoseMore`. */
  readonly lost: number;
  /** When the first attempt of the step was scheduled; null during the first attempt. */
  readonly repeatedSince: Date | null;
}

/**
 * Runs a step with heartbeats and a deadline, and translates its errors. Interval and deadline are
 * computed from the timeouts that the workflow set for this call (workflows/policies.ts).
 * @param late creates the error for a step that reached its deadline
 */
export async function keepAlive<T>(
  step: (run: StepContext) => Promise<T>,
  late: () => Error = buildUpstreamTimeout,
): Promise<T> {
  const context = Context.current();
  const deadline = setDeadline(context.info.startToCloseTimeoutMs);
  const signal = AbortSignal.any([context.cancellationSignal, deadline]);
  const losses = countLosses(context.info);
  let reported: object | undefined = losses.counted > 0 ? losses : undefined;
  const reportState: StateReporter = (details) => {
    reported = losses.counted > 0 ? { ...details, ...losses } : details;
  };
  const beats = startBeats(context, () => reported);
  const findCurrentEnding = () => findEnding(signal, deadline, context);
  const { attempt, scheduledTimestampMs } = context.info;
  const repeatedSince = attempt > 1 ? new Date(scheduledTimestampMs) : null;
  try {
    // Report the earlier attempts' losses immediately, because this attempt may be lost too.
    if (reported) await beats.report(reported);
    return await step({
      signal,
      ending: findCurrentEnding,
      reportState,
      lost: losses.lost,
      repeatedSince,
    });
  } catch (error) {
    const cause = translate(isStop(error, signal) ? findCause(signal, deadline, late) : error);
    if (!isFinal(cause)) void beats.report({ ...reported, ...noteEnd(losses) });
    throw cause;
  } finally {
    beats.end();
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.nonRetryable === true;

function findEnding(
  signal: AbortSignal,
  deadline: AbortSignal,
  context: Context,
): StepEnding | null {
  if (!signal.aborted) return null;
  if (signal.reason === deadline.reason) return 'time_over';
  return context.cancellationDetails?.cancelRequested ? 'cancelled' : 'given_up';
}

/**
 * Returns whether a step threw because its signal was aborted: the abort reason itself, or an
 * AbortError from Node.js.
 */
export function isStop(error: unknown, { aborted, reason }: AbortSignal): boolean {
  if (!aborted) return false;
  return error === reason || (error instanceof Error && error.name === 'AbortError');
}

/**
 * Returns the SDK's own failure from the signal's abort reason. Only by this failure does the SDK
 * recognise a cancelled, paused or reset step.
 */
function findCause(signal: AbortSignal, deadline: AbortSignal, late: () => Error): unknown {
  const reason: unknown = signal.reason;
  if (reason === deadline.reason) return late();
  // Throwing a failure also sends the last heartbeat; throwing the SDK's reason does not.
  const stops = reason instanceof CancelledFailure && reason.message === 'WORKER_SHUTDOWN';
  return stops ? leaveToNextWorker() : reason;
}

const buildUpstreamTimeout = () => new ProviderFailure('timeout', 'No answer in time.');

function setDeadline(timeoutMs: number): AbortSignal {
  if (timeoutMs > SLACK_MS) return AbortSignal.timeout(timeoutMs - SLACK_MS);
  throw new RangeError(`A step needs a timeout above ${SLACK_MS} ms; this call has ${timeoutMs}.`);
}

/** Milliseconds for a heartbeat to leave this thread, which the step may block afterwards. */
const REPORT_MS = 100;

/** Temporal expects no heartbeats for a call without a heartbeat timeout. */
function startBeats(context: Context, read: () => object | undefined) {
  const timeoutMs = context.info.heartbeatTimeoutMs;
  if (!timeoutMs) return { report: () => Promise.resolve(), end: () => undefined };
  const everyMs = Math.min(timeoutMs / BEATS, BEAT_MS_MAX);
  const beats = setInterval(() => context.heartbeat(read()), everyMs);
  return {
    async report(details: object): Promise<void> {
      context.heartbeat(details);
      await sleep(REPORT_MS);
    },
    end: () => clearInterval(beats),
  };
}
