import type { ObjectStore } from '../../adapters/storage/object-store.js';
import { Refusal } from '../contract/error.js';

/**
 * Runs the transaction that makes a row name a new object. The object is removed only when it is
 * certain that no row does: a commit whose answer was lost may have named it, and then deleting it
 * would lose a caller's file. What is left unnamed, the sweep removes.
 * @param commit whether the row names the object now
 */
export async function nameObject(
  store: ObjectStore,
  key: string,
  commit: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const named = await commit();
    if (!named) await store.remove([key]);
    return named;
  } catch (error) {
    if (error instanceof Refusal) await store.remove([key]);
    throw error;
  }
}
