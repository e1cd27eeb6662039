import { StorageUnavailable } from '../domain/ports/object-store.js';
import { isStop, type StepContext } from './keep-alive.js';

/**
 * The outcome of storing a result in the step that made it. `store_failed` appears in the timeline
 * like any store failure; after `not_kept`, the separate storage step finds and reports the cause.
 */
export type KeepResult = 'kept' | 'store_failed' | 'not_kept';

/**
 * Time limit for storing a result in the same step; after that, a separate step stores it, which
 * may take minutes.
 */
const KEEP_MS_MAX = 60_000;

/**
 * Stores a result immediately. A storage failure does not fail the step, which has made the result:
 * a retry would make it, and pay for it, again.
 * @throws only when the step itself must end, because another worker may run it
 */
export async function keepImmediately(
  run: StepContext,
  keep: (signal: AbortSignal) => Promise<void>,
): Promise<KeepResult> {
  run.reportState({ stage: 'storage' });
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(KEEP_MS_MAX)]);
  try {
    await keep(signal);
    return 'kept';
  } catch (error) {
    const ending = run.ending();
    if (ending === 'cancelled' || ending === 'given_up') throw error;
    const late = isStop(error, signal);
    return late || error instanceof StorageUnavailable ? 'store_failed' : 'not_kept';
  }
}
