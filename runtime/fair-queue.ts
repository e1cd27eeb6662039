import { NoTurn, type Turns } from '../domain/ports/turns.js';

export interface QueueLimits {
  /** Works under way at once, of all owners and of one. */
  readonly atOnce: number;
  readonly atOnceEach: number;
  /** Works that wait, of all owners and of one. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** How long a work waits at most, in milliseconds. */
  readonly waitMs: number;
}

interface Owner {
  underWay: number;
  /** What begins each work that waits, the oldest first. */
  readonly waiting: (() => void)[];
}

/**
 * A queue in memory in which owners take turns: whoever has many works waiting gets one begun, then
 * the next owner does.
 */
export class FairQueue implements Turns {
  /** In the order of their turns. */
  private readonly owners = new Map<string, Owner>();
  private underWay = 0;
  private waiting = 0;

  constructor(private readonly limits: QueueLimits) {}

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.owners.get(name) ?? { underWay: 0, waiting: [] };
    if (this.hasRoom(owner)) {
      this.owners.set(name, owner);
      this.begin(owner);
    } else {
      await this.waitForTurn(name, owner);
    }
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      owner.underWay -= 1;
      this.forget(name, owner);
      this.beginWaiting();
    }
  }

  private hasRoom(owner: Owner): boolean {
    return this.underWay < this.limits.atOnce && owner.underWay < this.limits.atOnceEach;
  }

  private begin(owner: Owner): void {
    this.underWay += 1;
    owner.underWay += 1;
  }

  private beginWaiting(): void {
    for (const [name, owner] of this.owners) {
      if (!this.hasRoom(owner)) continue;
      const next = owner.waiting.shift();
      if (!next) continue;
      this.waiting -= 1;
      this.begin(owner);
      // Its next turn comes after those of all others.
      this.owners.delete(name);
      this.owners.set(name, owner);
      next();
    }
  }

  /** @throws {NoTurn} when there is no room to wait, or the wait was too long */
  private async waitForTurn(name: string, owner: Owner): Promise<void> {
    const { limits } = this;
    if (this.waiting >= limits.waiting || owner.waiting.length >= limits.waitingEach) {
      throw new NoTurn('too many wait already');
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.owners.set(name, owner);
    owner.waiting.push(resolve);
    this.waiting += 1;
    const timer = setTimeout(() => {
      owner.waiting.splice(owner.waiting.indexOf(resolve), 1);
      this.waiting -= 1;
      this.forget(name, owner);
      reject(new NoTurn(`no turn within ${limits.waitMs} ms`));
    }, limits.waitMs).unref();
    await promise.finally(() => clearTimeout(timer));
  }

  private forget(name: string, owner: Owner): void {
    if (owner.underWay === 0 && owner.waiting.length === 0) this.owners.delete(name);
  }
}
