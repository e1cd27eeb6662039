import { LRUCache } from 'lru-cache';

/** Maximum remembered addresses; the least recently used one is forgotten first. */
const ADDRESSES_MAX = 10_000;

/** Limits requests of one address, in this process only: it slows abuse down and is not exact. */
export class AddressLimit {
  private readonly tats = new LRUCache<string, number>({ max: ADDRESSES_MAX });

  /** @param most requests of one address in a window, which is also the burst size */
  constructor(
    private readonly most: number,
    private readonly windowMs = 60_000,
  ) {}

  /** @returns whether one more request is within the limit */
  tryConsume(address: string, nowMs = Date.now()): boolean {
    const tat = Math.max(this.tats.get(address) ?? 0, nowMs) + this.windowMs / this.most;
    if (tat - nowMs > this.windowMs) return false;
    this.tats.set(address, tat);
    return true;
  }
}
