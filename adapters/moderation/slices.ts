import { setImmediate } from 'node:timers/promises';

/**
 * Work that can be interrupted. Each `yield` ends a slice and tells how many steps it had; a step is
 * one look at one character. Tests count the steps, so no clock has to tell what is slow.
 */
export type Sliced<T> = Generator<number, T, void>;

/** Steps after which a loop ends its slice: far less than a millisecond. */
export const SLICE_STEPS = 2_048;

/**
 * Walks over a text, and ends a slice from time to time.
 * @param step looks at a place. @returns the next place, which lies behind it
 */
export function* walk(length: number, step: (at: number) => number): Sliced<void> {
  let sliced = 0;
  for (let at = 0; at < length;) {
    const next = step(at);
    if (next - sliced >= SLICE_STEPS) {
      yield next - sliced;
      sliced = next;
    }
    at = next;
  }
  yield length - sliced;
}

/** How long a text may be judged before other work of the process gets its turn. */
const TURN_MS = 5;

/** Does the work without a pause. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Does the work in turns of a few milliseconds, between which the process does other work.
 * @throws the abort reason of the signal
 */
export async function runInTurns<T>(work: Sliced<T>, signal: AbortSignal): Promise<T> {
  let end = performance.now() + TURN_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await setImmediate();
    signal.throwIfAborted();
    end = performance.now() + TURN_MS;
  }
}
