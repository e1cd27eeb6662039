import type { Looks, Turns } from '../domain/ports/turns.js';

/** Looks that those share who ask about the same thing at once, done in turns. */
export class SharedLooks<T> implements Looks<T> {
  /** The look under way at each key, and the one that follows it. */
  private readonly underWay = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Promise<T>>();

  constructor(private readonly turns: Turns) {}

  at(owner: string, key: string, look: () => Promise<T>): Promise<T> {
    const begin = () => this.begin(key, () => this.turns.take(owner, look));
    const current = this.underWay.get(key);
    if (!current) return begin();
    const waiting = this.next.get(key);
    if (waiting) return waiting;
    // It may see an older state than the one that the asker knows of, so its result is no answer.
    const next = current.then(ignore, ignore).then(() => {
      this.next.delete(key);
      return begin();
    });
    this.next.set(key, next);
    return next;
  }

  private begin(key: string, look: () => Promise<T>): Promise<T> {
    const current = look().finally(() => {
      if (this.underWay.get(key) === current) this.underWay.delete(key);
    });
    this.underWay.set(key, current);
    return current;
  }
}

const ignore = (): void => undefined;
