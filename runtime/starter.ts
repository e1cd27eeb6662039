import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Starter, StartWork } from '../domain/durable/start-workflow.js';
import { FIRST_PACE, nextPace } from './start-pace.js';

/** Starts that wait for their turn; what comes on top is the relay's. */
const WAITING_MAX = 256;
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
  private pace = FIRST_PACE;
  private taken = 0;
  /** Begun, and their rows are not removed yet. */
  private begun: StartWork[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly waitingMax = WAITING_MAX,
    private readonly forgetEveryMs = FORGET_EVERY_MS,
    private readonly rest: (ms: number) => Promise<void> = wait,
  ) {}

  take(work: StartWork): boolean {
    if (this.waiting.length >= this.waitingMax) return false;
    this.waiting.push(work);
    this.taken += 1;
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
      const round = this.waiting.splice(0, this.pace.size);
      if (round.length === 0) {
        this.running = null;
        return;
      }
      const { taken } = this;
      const at = performance.now();
      const begun = await Promise.all(round.map((work) => work.begin()));
      const now = performance.now();
      this.pace = nextPace(this.pace, now - at, now);
      this.forgetLater(round.filter((_, nth) => begun[nth]));
      // Without further requests there is nobody to rest for.
      if (this.taken > taken) await this.rest(this.pace.rest);
    }
  }

  /** One statement removes many rows. One that is left meanwhile costs the relay a try in vain. */
  private forgetLater(begun: readonly StartWork[]): void {
    this.begun.push(...begun);
    if (this.begun.length >= FORGET_MAX) void this.forget();
    else if (this.begun.length > 0)
      this.timer ??= setTimeout(() => void this.forget(), this.forgetEveryMs);
  }

  private async forget(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const begun = this.begun.splice(0);
    await begun[0]?.forget(begun.map(({ id }) => id));
  }
}
