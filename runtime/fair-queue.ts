import { NoTurn, type TurnQueue } from '../domain/ports/turns.js';

export interface QueueLimits {
  /** Maximum number of tasks in flight, for all owners together and for one owner. */
  readonly concurrent: number;
  readonly concurrentEach: number;
  /** Maximum number of waiting tasks, for all owners together and for one owner. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** Maximum time that a task may wait, in milliseconds. */
  readonly waitMs: number;
}

interface QueueOwner {
  underWay: number;
  /** Callbacks that start each waiting task, oldest first. */
  readonly waiting: (() => void)[];
}

/**
 * An in-memory queue that alternates between owners, so that an owner with many waiting tasks does
 * not delay other owners.
 */
export class FairQueue implements TurnQueue {
  /** Owners in the order of the queue. */
  private readonly owners = new Map<string, QueueOwner>();
  private underWay = 0;
  private waiting = 0;

  constructor(private readonly limits: QueueLimits) {}

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.owners.get(name) ?? { underWay: 0, waiting: [] };
    if (this.hasFreeSlot(owner)) {
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

  private hasFreeSlot(owner: QueueOwner): boolean {
    return this.underWay < this.limits.concurrent && owner.underWay < this.limits.concurrentEach;
  }

  private begin(owner: QueueOwner): void {
    this.underWay += 1;
    owner.underWay += 1;
  }

  private beginWaiting(): void {
    for (const [name, owner] of this.owners) {
      if (!this.hasFreeSlot(owner)) continue;
      const next = owner.waiting.shift();
      if (!next) continue;
      this.waiting -= 1;
      this.begin(owner);
      // Move the owner behind all other owners.
      this.owners.delete(name);
      this.owners.set(name, owner);
      next();
    }
  }

  /** @throws {NoTurn} if the queue is full or the wait took too long */
  private async waitForTurn(name: string, owner: QueueOwner): Promise<void> {
    const { limits } = this;
    if (this.waiting >= limits.waiting || owner.waiting.length >= limits.waitingEach) {
      throw new NoTurn('the queue is full');
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

  private forget(name: string, owner: QueueOwner): void {
    if (owner.underWay === 0 && owner.waiting.length === 0) this.owners.delete(name);
  }
}
