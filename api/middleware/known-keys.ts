import { LRUCache } from 'lru-cache';

/** Maximum remembered keys; the least recently used key is dropped first. */
const KEYS_MAX = 10_000;

/**
 * Keys that this process has accepted. They grant no rights, because each request looks its key up
 * again. They only decide which queue the lookup waits in.
 */
export class KnownKeys {
  private readonly hashes = new LRUCache<string, true>({ max: KEYS_MAX });

  /**
   * Returns the queue owner for a key's lookup. A key that was accepted before has its own turns.
   * All other keys share the turns of their address, so that guessing keys only slows down the
   * guesser.
   */
  findOwner(hash: string, address: string): string {
    return this.hashes.get(hash) ? `key ${hash}` : `address ${address}`;
  }

  /** Returns whether this process has accepted a key and not refused it since then. */
  has(hash: string): boolean {
    return this.hashes.has(hash);
  }

  /** Adds an accepted key, or removes an unknown or revoked key. */
  note(hash: string, isKnown: boolean): void {
    if (isKnown) this.hashes.set(hash, true);
    else this.hashes.delete(hash);
  }
}
