import { Context } from '@temporalio/activity';
import { translate } from './failures.js';

/** How often a running step says that it lives; the server gives up after 15 s without. */
const HEARTBEAT_MS = 3_000;

/**
 * Runs a step with heartbeats, and translates what it throws. The signal aborts when the activity is
 * cancelled, when the worker drains and when the deadline passes.
 */
export async function alive<T>(
  deadlineMs: number,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const signal = AbortSignal.any([context.cancellationSignal, AbortSignal.timeout(deadlineMs)]);
  const beat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    return await step(signal);
  } catch (error) {
    throw translate(error);
  } finally {
    clearInterval(beat);
  }
}
