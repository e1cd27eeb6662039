import { Context } from '@temporalio/activity';
import { ProviderFailure } from '../domain/ports/provider.js';
import { translate } from './failures.js';

/**
 * A step ends this long before its timeout at the server, so that it can stop its work and its
 * answer can arrive. After a timeout at the server, Temporal would repeat the step unseen, and it
 * would be paid again. Steps that store or check files cost nothing: they ignore the signal, and
 * the server ends them.
 */
export const SLACK_MS = 5_000;

/** Heartbeats within the time that the server waits for one, because some may be lost. */
const BEATS = 5;

/** Reports the state of a running step, which the Temporal UI shows. */
export type Say = (details: object) => void;

/** What a step gets while it runs. */
export interface Run {
  /** Aborted when the activity is cancelled, its time is over or the worker stops. */
  readonly signal: AbortSignal;
  readonly say: Say;
}

/**
 * Runs a step with heartbeats and a deadline, and translates what it throws. Both are computed from
 * the timeouts that the workflow set for this call (workflows/policies.ts).
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
    // A step that stops because its time is over throws the reason of its signal.
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
