import type { Running } from './child.js';

/**
 * Waits for several concurrent starts.
 * @returns their results, in order
 * @throws {Error} from the first start that failed, after the others were stopped
 */
export async function startAllOrNone<T extends readonly Promise<Running | null>[]>(
  starts: readonly [...T],
): Promise<[...{ -readonly [K in keyof T]: Awaited<T[K]> }]> {
  const settled = await Promise.allSettled(starts);
  const reasons = settled.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
  if (reasons.length === 0) return Promise.all(starts);
  const begun = settled.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  await Promise.all(begun.map(async (start) => start?.stop()));
  throw reasons[0];
}

/**
 * Runs `work`, and stops `running` if `work` fails.
 * @throws {Error} from `work`
 */
export async function stopAfterFailure<T extends Running>(
  running: T,
  work: () => Promise<unknown>,
): Promise<T> {
  try {
    await work();
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}
