import { LRUCache } from 'lru-cache';

/** Addresses remembered; the one that was silent longest is forgotten first. */
const ADDRESSES_MAX = 10_000;

/** Counts what comes from one address, in this process only: it slows down and is not exact. */
export class AddressLimit {
  private readonly tats = new LRUCache<string, number>({ max: ADDRESSES_MAX });

  /** @param most of one address in a window; as many may come at once */
  constructor(
    private readonly most: number,
    private readonly windowMs = 60_000,
  ) {}

  /** @returns whether one more is within the limit */
  takes(address: string, nowMs = Date.now()): boolean {
    const tat = Math.max(this.tats.get(address) ?? 0, nowMs) + this.windowMs / this.most;
    if (tat - nowMs > this.windowMs) return false;
    this.tats.set(address, tat);
    return true;
  }
}
