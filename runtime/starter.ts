import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIRST_TRY_MS } from '../domain/catalogue/queues.js';
import type { Starter, StartWork } from '../domain/durable/start-workflow.js';

/** Number of concurrent starts; more would delay the requests that this process serves. */
const RUNNERS = 4;
/**
 * Maximum queue length. In a longer queue, the relay would take the last rows before this process
 * starts them.
 */
const WAITING_MAX = 16;
/**
 * Outbox rows of started runs are deleted in batches: after this interval, or after this many rows.
 */
const FORGET_EVERY_MS = 100;
const FORGET_MAX = 50;
/**
 * Time limit in milliseconds for a process's last starts; the relay starts the remaining workflows.
 */
const DRAIN_MS = 2_000;

interface Settings {
  readonly forgetEveryMs?: number;
  /** Returns monotonic time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Starts workflows after responses were sent and steps completed: a bounded queue with a fixed
 * concurrency. A refused or dropped start is not lost: each start has a row in the outbox, which is
 * deleted once the workflow runs.
 */
export class StartQueue implements Starter {
  private readonly waiting: { readonly work: StartWork; readonly takenAt: number }[] = [];
  private readonly runners: (Promise<void> | null)[] = Array.from({ length: RUNNERS }, () => null);
  /** Started runs whose outbox rows are not deleted yet. */
  private begun: StartWork[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly forgetEveryMs: number;
  private readonly now: () => number;

  constructor({ forgetEveryMs = FORGET_EVERY_MS, now = () => performance.now() }: Settings = {}) {
    this.forgetEveryMs = forgetEveryMs;
    this.now = now;
  }

  take(work: StartWork): boolean {
    if (this.waiting.length >= WAITING_MAX) return false;
    this.waiting.push({ work, takenAt: this.now() });
    const free = this.runners.indexOf(null);
    if (free !== -1) this.runners[free] = this.run(free);
    return true;
  }

  /** Waits until the queue is empty or the time limit is reached. */
  async drain(ms = DRAIN_MS): Promise<void> {
    const running = Promise.all(this.runners.filter((runner) => runner !== null));
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([running, late]);
    clearTimeout(timer);
    this.waiting.length = 0;
    await running;
    await this.forget();
  }

  private async run(runner: number): Promise<void> {
    for (;;) {
      // A start costs this process about 1 ms of CPU, so let the process send the response first.
      await nextTurn();
      const next = this.waiting.shift();
      if (!next) {
        this.runners[runner] = null;
        return;
      }
      // The relay may have taken the row by now, and Temporal would receive the start twice.
      if (this.now() - next.takenAt >= FIRST_TRY_MS) continue;
      if (await next.work.begin()) this.scheduleForget(next.work);
    }
  }

  /**
   * Deletes many rows with one statement. A leftover row costs the relay one extra start attempt.
   */
  private scheduleForget(begun: StartWork): void {
    this.begun.push(begun);
    if (this.begun.length >= FORGET_MAX) void this.forget();
    else this.timer ??= setTimeout(() => void this.forget(), this.forgetEveryMs);
  }

  private async forget(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const begun = this.begun.splice(0);
    await begun[0]?.forget(begun.map(({ id }) => id));
  }
}
