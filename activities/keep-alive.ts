import { Context } from '@temporalio/activity';
import { ProviderFailure } from '../domain/ports/provider.js';
import { translate } from './failures.js';

/**
 * A step ends so long before the server gives it up: time to stop what it does, and for its answer
 * to arrive. A timeout of the server would be repeated by Temporal unseen, and paid again. Steps
 * that store or check files pay for nothing: they do not heed the signal, and the server ends them.
 */
export const SLACK_MS = 5_000;

/** Beats within the time that the server waits for one: some may be lost on their way. */
const BEATS = 5;

/** What a running step says of itself; shown beside it in the Temporal UI. */
export type Say = (details: object) => void;

/** What a step is given while it runs. */
export interface Run {
  /** Aborted when the activity is cancelled, its time is over or the worker drains. */
  readonly signal: AbortSignal;
  readonly say: Say;
}

/**
 * Runs a step with heartbeats and a deadline, and translates what it throws. How often and how long
 * follows from the timeouts that the workflow called it with (workflows/policies.ts).
 */
export async function keepAlive<T>(step: (run: Run) => Promise<T>): Promise<T> {
  const context = Context.current();
  const deadline = setDeadline(context.info.startToCloseTimeoutMs);
  const signal = AbortSignal.any([context.cancellationSignal, deadline]);
  let said: object | undefined;
  const endBeats = startBeats(context, () => said);
  try {
    return await step({ signal, say: (details) => (said = details) });
  } catch (error) {
    // A step that ends because its time is over ends with the reason of its signal.
    const late = deadline.aborted && error === deadline.reason;
    throw translate(late ? new ProviderFailure('timeout', 'No answer in time.') : error);
  } finally {
    endBeats();
  }
}

function setDeadline(timeoutMs: number): AbortSignal {
  if (timeoutMs > SLACK_MS) return AbortSignal.timeout(timeoutMs - SLACK_MS);
  throw new RangeError(`A step needs a timeout above ${SLACK_MS} ms; this call has ${timeoutMs}.`);
}

/** A call without a heartbeat timeout expects no heartbeats. */
function startBeats(context: Context, read: () => object | undefined): () => void {
  const timeoutMs = context.info.heartbeatTimeoutMs;
  if (!timeoutMs) return () => undefined;
  const beats = setInterval(() => context.heartbeat(read()), timeoutMs / BEATS);
  return () => clearInterval(beats);
}
