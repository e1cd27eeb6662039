import type { ObjectStore } from '../ports/object-store.js';
import { Refusal } from '../contract/refusal.js';
import { AlreadyAnswered } from '../durable/idempotency-keys.js';

/**
 * Runs the transaction after which a row names new objects. The objects are removed only if it is
 * certain that no row names them: a commit whose response was lost may have succeeded, and then
 * deleting an object would lose a caller's file. The sweep removes objects that no row names.
 * @param isNamed whether a row now names the objects, according to the transaction's result
 */
export async function commitObjects<T>(
  store: ObjectStore,
  keys: readonly string[],
  commit: () => Promise<T>,
  isNamed: (done: T) => boolean = () => true,
): Promise<T> {
  try {
    const done = await commit();
    if (!isNamed(done)) await store.remove(keys);
    return done;
  } catch (error) {
    // These errors are thrown inside the transaction, so it was certainly rolled back.
    const rolledBack = error instanceof Refusal || error instanceof AlreadyAnswered;
    if (rolledBack) await store.remove(keys);
    throw error;
  }
}
