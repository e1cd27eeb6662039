import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Starter, StartWork } from '../domain/durable/start-workflow.js';

/** Starts that wait for their turn; what comes on top is the relay's. */
const WAITING_MAX = 256;
/** Starts of one round, side by side. */
const AT_ONCE = 8;
/**
 * A process that has no time left answers requests more slowly for each workflow that it starts: then
 * it starts few at once, and leaves most of them to the relay, which has a process of its own.
 */
const AT_ONCE_WHEN_BUSY = 2;
/** The share of its time for which the event loop works, from which on it has none left. */
const BUSY = 0.9;
/** Rows of starts that have begun are removed together, so often or so many at once. */
const FORGET_EVERY_MS = 100;
const FORGET_MAX = 50;
/** How long the last starts of a process get; the relay has what is left. */
const DRAIN_MS = 2_000;

/**
 * Starts workflows beside the requests that have caused them, in rounds. Nothing is lost with it: each
 * start has its row in the outbox, which is removed once the workflow runs.
 */
export class StartQueue implements Starter {
  private readonly waiting: StartWork[] = [];
  private running: Promise<void> | null = null;
  /** Begun, and their rows are not removed yet. */
  private begun: StartWork[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly waitingMax = WAITING_MAX,
    private readonly isBusy = watchLoop(),
  ) {}

  take(work: StartWork): boolean {
    if (this.waiting.length >= this.waitingMax) return false;
    this.waiting.push(work);
    this.running ??= this.run();
    return true;
  }

  /** Waits until nothing waits any more, but not for long. */
  async drain(ms = DRAIN_MS): Promise<void> {
    const { running } = this;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([running, late]);
    clearTimeout(timer);
    this.waiting.length = 0;
    await running;
    await this.forget();
  }

  private async run(): Promise<void> {
    for (;;) {
      // To start one takes a while of this process: first the answer goes out.
      await nextTurn();
      const size = this.isBusy() ? AT_ONCE_WHEN_BUSY : AT_ONCE;
      const round = this.waiting.splice(0, size);
      if (round.length === 0) {
        this.running = null;
        return;
      }
      const begun = await Promise.all(round.map((work) => work.begin()));
      this.forgetLater(round.filter((_, at) => begun[at]));
    }
  }

  /** One statement removes many rows. One that is left meanwhile costs the relay a try in vain. */
  private forgetLater(begun: readonly StartWork[]): void {
    this.begun.push(...begun);
    if (this.begun.length >= FORGET_MAX) void this.forget();
    else if (this.begun.length > 0)
      this.timer ??= setTimeout(() => void this.forget(), FORGET_EVERY_MS);
  }

  private async forget(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const begun = this.begun.splice(0);
    await begun[0]?.forget(begun.map(({ id }) => id));
  }
}

/** Tells whether the process had no time left since it was last asked. */
function watchLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY;
  };
}
