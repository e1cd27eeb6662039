/** Default poll interval. On average, waiting callers see a change after half an interval. */
const POLL_EVERY_MS = 50;
/**
 * Pause after a poll, as a multiple of its duration, so that polling uses at most a tenth of a
 * connection.
 */
const REST_FACTOR = 10;
/** Interval after a failed poll. */
const FAILED_REST_MS = 500;

/** One caller's wait for an object to change. */
export interface Wait<T> {
  readonly key: string;
  readonly seconds: number;
  /** Signals that end the wait immediately: the caller disconnected, or the process stops. */
  readonly ended: readonly AbortSignal[];
  /**
   * Called with each poll's result until it returns true; undefined if the object does not exist.
   */
  readonly until: (seen: T | undefined) => boolean;
}

interface OpenWait<T> extends Pick<Wait<T>, 'key' | 'until'> {
  readonly over: AbortController;
  seen: T | undefined;
}

/**
 * Polls the objects that requests of this process wait for. All waits share one statement and do
 * not hold connections. It runs only while there are waits.
 */
export class Watch<T> {
  private readonly waits = new Set<OpenWait<T>>();
  private isPolling = false;
  /** Ends the pause before the next poll, so that no timer remains after the last wait. */
  private idle = new AbortController();

  constructor(
    private readonly poll: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    private readonly everyMs = POLL_EVERY_MS,
  ) {}

  /**
   * Waits until `until` returns true, a signal is aborted, or the timeout passes.
   * @returns the result that ended the wait; null without a result
   */
  async wait({ key, until, seconds, ended }: Wait<T>): Promise<T | null> {
    const wait: OpenWait<T> = { key, until, over: new AbortController(), seen: undefined };
    this.waits.add(wait);
    if (!this.isPolling) void this.pollUntilIdle();
    await pause(seconds * 1_000, [...ended, wait.over.signal]);
    this.waits.delete(wait);
    if (this.waits.size === 0) this.idle.abort();
    return wait.seen ?? null;
  }

  private async pollUntilIdle(): Promise<void> {
    this.isPolling = true;
    let restMs = this.everyMs;
    while (this.waits.size > 0) {
      this.idle = new AbortController();
      await pause(restMs, [this.idle.signal]);
      const keys = new Set([...this.waits].map(({ key }) => key));
      if (keys.size === 0) break;
      const began = performance.now();
      // A lost connection does not end any wait: the next poll gets another connection from the
      // pool.
      const seen = await this.poll([...keys]).catch(() => null);
      if (seen) this.notifyWaiters(keys, seen);
      const tookMs = performance.now() - began;
      restMs = Math.max(this.everyMs, seen ? REST_FACTOR * tookMs : FAILED_REST_MS);
    }
    this.isPolling = false;
  }

  /** Ends the waits whose condition is met; the other waits continue until the next poll. */
  private notifyWaiters(polled: ReadonlySet<string>, seen: ReadonlyMap<string, T>): void {
    for (const wait of this.waits) {
      const found = seen.get(wait.key);
      if (!polled.has(wait.key) || !wait.until(found)) continue;
      wait.seen = found;
      wait.over.abort();
    }
  }
}

/** Waits until the time has passed or a signal is aborted. Removes its timer and listeners. */
async function pause(ms: number, ended: readonly AbortSignal[]): Promise<void> {
  if (ended.some((signal) => signal.aborted)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const wake = () => resolve();
  for (const signal of ended) signal.addEventListener('abort', wake);
  await promise;
  clearTimeout(timer);
  for (const signal of ended) signal.removeEventListener('abort', wake);
}
