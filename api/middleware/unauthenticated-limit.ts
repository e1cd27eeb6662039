import { LRUCache } from 'lru-cache';
import { Refusal } from '../../domain/contract/refusal.js';

/** Maximum requests without a valid key per minute and address, to limit guessing. */
export const UNAUTHENTICATED_PER_MINUTE = 600;

const WINDOW_MS = 60_000;
/** Maximum remembered addresses; the least recently used address is dropped first. */
const ADDRESSES_MAX = 10_000;

const NO_KEY =
  'Too many requests without a valid API key from this address. Wait `Retry-After` seconds, and send `Authorization: Bearer <API_KEY>` with an active key.';

/**
 * Counts failed authentications, or requests of people who are not signed in, by address. It counts
 * in this process only: it slows guessing down and is not exact.
 */
export class UnauthenticatedLimit {
  private readonly tats = new LRUCache<string, number>({ max: ADDRESSES_MAX });

  /** @param message error message for an address that is over its limit */
  constructor(private readonly message = NO_KEY) {}

  /**
   * Counts a request. @throws {Refusal} RATE_LIMITED once the address has used up its requests per
   * minute
   */
  count(address: string, nowMs = Date.now()): void {
    this.tats.set(address, this.expectWithinLimit(address, nowMs));
  }

  /**
   * Checks the limit without counting, because only failed requests count, and failure is known
   * later.
   * @returns the theoretical arrival time to store if the request counts
   * @throws {Refusal} RATE_LIMITED
   */
  expectWithinLimit(address: string, nowMs = Date.now()): number {
    const tat =
      Math.max(this.tats.get(address) ?? 0, nowMs) + WINDOW_MS / UNAUTHENTICATED_PER_MINUTE;
    if (tat - nowMs <= WINDOW_MS) return tat;
    const seconds = Math.max(1, Math.ceil((tat - nowMs - WINDOW_MS) / 1_000));
    throw new Refusal('RATE_LIMITED', {
      message: this.message,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
