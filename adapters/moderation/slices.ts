import { setImmediate } from 'node:timers/promises';

/**
 * Work that can be interrupted. Each `yield` ends a slice and returns the slice's number of steps;
 * a step reads one character. Tests count the steps, so they need no clock to find slow code.
 */
export type SlicedWork<T> = Generator<number, T, void>;

/** Number of steps per slice of a loop; they take far less than a millisecond. */
export const SLICE_STEPS = 2_048;

/**
 * Iterates over a text, and ends a slice from time to time.
 * @param step processes an index and returns the next index, which is greater
 */
export function* walk(length: number, step: (at: number) => number): SlicedWork<void> {
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

/** Maximum duration of a text check in milliseconds before the process does other work. */
const TURN_MS = 5;

/** Runs sliced work without interruption. */
export function runWithoutPause<T>(work: SlicedWork<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the work in parts of a few milliseconds; between them, the process does other work.
 * @throws the signal's abort reason
 */
export async function runInSlices<T>(work: SlicedWork<T>, signal: AbortSignal): Promise<T> {
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
