import type { ObjectStore } from '../ports/object-store.js';
import { Refusal } from '../contract/refusal.js';
import { AlreadyAnswered } from '../durable/stored-answers.js';

/**
 * Runs the transaction that makes a row name new objects. They are removed only when it is certain
 * that no row does: a commit whose answer was lost may have named them, and then deleting one would
 * lose a caller's file. What is left unnamed, the sweep removes.
 * @param isNamed whether a row names the objects now, by what the transaction returned
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
    // Thrown inside the transaction, which was so rolled back for certain.
    const rolledBack = error instanceof Refusal || error instanceof AlreadyAnswered;
    if (rolledBack) await store.remove(keys);
    throw error;
  }
}
