import { StudioFailure } from './failure.js';

/** Bounds how much work is done concurrently, and how much may wait. */
export interface Slots {
  /**
   * Runs work when a slot is free; work waits in order.
   * @throws {StudioFailure} `busy` if too much work is waiting
   * @throws the signal's abort reason, if it is aborted before the work starts
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates slots.
 * @param busyMessage message for a caller whose work may not wait
 */
export function createSlots(size: number, waitingMax: number, busyMessage: string): Slots {
  let free = size;
  const waiting = new Set<() => void>();

  async function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.size >= waitingMax) throw new StudioFailure('busy', busyMessage);
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason as Error);
      };
      waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  function release(): void {
    const [next] = waiting;
    if (!next) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async run(signal, work) {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
