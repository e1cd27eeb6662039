import { LRUCache } from 'lru-cache';

/** Maximum remembered addresses; the least recently used address is dropped first. */
const ADDRESSES_MAX = 10_000;

/** Limits requests per address in this process only: it slows abuse down and is not exact. */
export class AddressLimit {
  private readonly tats = new LRUCache<string, number>({ max: ADDRESSES_MAX });

  /** @param most maximum requests of one address per window, which is also the burst size */
  constructor(
    private readonly most: number,
    private readonly windowMs = 60_000,
  ) {}

  /** Counts a request. @returns whether the request is within the limit */
  tryConsume(address: string, nowMs = Date.now()): boolean {
    const tat = Math.max(this.tats.get(address) ?? 0, nowMs) + this.windowMs / this.most;
    if (tat - nowMs > this.windowMs) return false;
    this.tats.set(address, tat);
    return true;
  }
}
