import { StorageUnavailable } from '../domain/ports/object-store.js';
import { isStop, type Run } from './keep-alive.js';

/**
 * What became of keeping a result in the step that made it: `store_failed` is told in the timeline
 * as any failure of the store; `not_kept` is found out and told by the step that only keeps.
 */
export type Keeping = 'kept' | 'store_failed' | 'not_kept';

/** Keeping beside making has this long; then it is a step of its own, which may take minutes. */
const KEEP_MS_MAX = 60_000;

/**
 * Keeps a result at once. Whatever fails here is no failure of the step, which has made the result:
 * it would be repeated, and what it made with it.
 * @throws only when the step itself must end, because another worker may have it
 */
export async function keepAtOnce(
  run: Run,
  keep: (signal: AbortSignal) => Promise<void>,
): Promise<Keeping> {
  run.say({ stage: 'storage' });
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
