import { Context } from '@temporalio/activity';
import { ProviderFailure } from '../domain/ports/provider.js';
import { translate } from './failures.js';

/** How often a running step says that it lives; the server gives up after 15 s without. */
const HEARTBEAT_MS = 3_000;

/** What a running step says of itself; shown beside it in the Temporal UI. */
export type Say = (details: object) => void;

/** What a step is given while it runs. */
export interface Run {
  readonly signal: AbortSignal;
  readonly say: Say;
}

/**
 * Runs a step with heartbeats, and translates what it throws. The signal aborts when the activity is
 * cancelled, when the worker drains and when the deadline passes.
 */
export async function alive<T>(
  deadlineMs: number,
  step: (signal: AbortSignal, say: Say) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([context.cancellationSignal, deadline]);
  let said: object | undefined;
  const beat = setInterval(() => context.heartbeat(said), HEARTBEAT_MS);
  try {
    return await step(signal, (details) => (said = details));
  } catch (error) {
    // A step that ends because its time is over ends with the reason of its signal.
    const late = deadline.aborted && error === deadline.reason;
    throw translate(late ? new ProviderFailure('timeout', 'No answer in time.') : error);
  } finally {
    clearInterval(beat);
  }
}
