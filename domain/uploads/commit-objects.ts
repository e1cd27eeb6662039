import type { ObjectStore } from '../ports/object-store.js';
import { Refusal } from '../contract/refusal.js';
import { AlreadyAnswered } from '../durable/idempotency-keys.js';

/**
 * Runs a transaction that makes a row reference new objects. The objects are removed only if no row
 * references them: a commit whose response was lost may have succeeded, and then deleting an object
 * would lose a caller's file. The sweep removes unreferenced objects.
 * @param isNamed whether a row now references the objects, according to the transaction's result
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
