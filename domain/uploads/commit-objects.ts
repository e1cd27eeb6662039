import type { ObjectStore } from '../ports/object-store.js';
import { Refusal } from '../contract/error.js';
import { AlreadyAnswered } from '../durable/idempotency.js';

/**
 * Runs the transaction that makes a row name a new object. The object is removed only when it is
 * certain that no row does: a commit whose answer was lost may have named it, and then deleting it
 * would lose a caller's file. What is left unnamed, the sweep removes.
 * @param commit whether the row names the object now
 */
export function nameObject(
  store: ObjectStore,
  key: string,
  commit: () => Promise<boolean>,
): Promise<boolean> {
  return nameObjects(store, [key], commit);
}

/** The same for a row that names several new objects. */
export async function nameObjects(
  store: ObjectStore,
  keys: readonly string[],
  commit: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const named = await commit();
    if (!named) await store.remove(keys);
    return named;
  } catch (error) {
    // Thrown inside the transaction, which was so rolled back for certain.
    const rolledBack = error instanceof Refusal || error instanceof AlreadyAnswered;
    if (rolledBack) await store.remove(keys);
    throw error;
  }
}
