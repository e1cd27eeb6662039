import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { TurnQueue } from '../../domain/ports/turns.js';

/** Gives every caller a slot immediately. */
const FREE: TurnQueue = { take: (_owner, work) => work() };

interface Pool {
  connect(...args: unknown[]): unknown;
}

/** Records the owner of each slot, and how often code took a database connection without a slot. */
export class WatchedTurns implements TurnQueue {
  /** Owners of the slots so far, in order. */
  readonly owners: string[] = [];
  private readonly within = new AsyncLocalStorage<true>();
  private outside = 0;

  constructor(private readonly turns: TurnQueue = FREE) {}

  take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    this.owners.push(owner);
    return this.turns.take(owner, () => this.within.run(true, work));
  }

  /** Counts the connections that are taken from a pool from now on. */
  watch(db: DataSource): void {
    const pool = (db.driver as PostgresDriver).master as Pool;
    const connect = pool.connect.bind(pool);
    pool.connect = (...args) => {
      if (!this.within.getStore()) this.outside += 1;
      return connect(...args);
    };
  }

  /** @returns the number of connections that the work took without a slot */
  async countOutside(work: () => Promise<unknown>): Promise<number> {
    const before = this.outside;
    await work();
    return this.outside - before;
  }
}
