import { LRUCache } from 'lru-cache';

/** Keys remembered; the one that was silent longest is forgotten first. */
const KEYS_MAX = 10_000;

/**
 * Keys that this process has let in. They say nothing about rights, which each request looks up
 * anew; they only decide in whose turn it does so.
 */
export class KnownKeys {
  private readonly hashes = new LRUCache<string, true>({ max: KEYS_MAX });

  /**
   * Whose turn the lookup of a key takes: a key that was let in before has its own turns. All other
   * keys of an address share those of the address, so that who guesses keys waits for himself.
   */
  findOwner(hash: string, address: string): string {
    return this.hashes.get(hash) ? `key ${hash}` : `address ${address}`;
  }

  /** Whether this process has accepted a key, and not refused it since. */
  has(hash: string): boolean {
    return this.hashes.has(hash);
  }

  /** Remembers a key that was let in, or forgets one that is unknown or revoked. */
  note(hash: string, isKnown: boolean): void {
    if (isKnown) this.hashes.set(hash, true);
    else this.hashes.delete(hash);
  }
}
