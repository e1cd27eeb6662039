import type { SharedReads, TurnQueue } from '../domain/ports/turns.js';

/** Shares lookups among concurrent callers with the same key, in a fair queue. */
export class SharedReadQueue<T> implements SharedReads<T> {
  /** Each key's lookup in flight, and its next lookup. */
  private readonly underWay = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Promise<T>>();

  constructor(private readonly turns: TurnQueue) {}

  readShared(owner: string, key: string, read: () => Promise<T>): Promise<T> {
    const begin = () => this.begin(key, () => this.turns.take(owner, read));
    const current = this.underWay.get(key);
    if (!current) return begin();
    const waiting = this.next.get(key);
    if (waiting) return waiting;
    // The lookup in flight may see an older state than the caller knows, so the caller gets the
    // next lookup.
    const next = current.then(ignore, ignore).then(() => {
      this.next.delete(key);
      return begin();
    });
    this.next.set(key, next);
    return next;
  }

  private begin(key: string, read: () => Promise<T>): Promise<T> {
    const current = read().finally(() => {
      if (this.underWay.get(key) === current) this.underWay.delete(key);
    });
    this.underWay.set(key, current);
    return current;
  }
}

const ignore = (): void => undefined;
