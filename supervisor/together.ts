import type { Running } from './child.js';

/**
 * Waits for several starts at once.
 * @returns their results, in order
 * @throws {Error} of the first that failed, after the others were stopped
 */
export async function startAllOrNone<T extends readonly (Running | null)[]>(
  starts: readonly [...{ [K in keyof T]: Promise<T[K]> | null }],
): Promise<T> {
  const promises = starts.map((start) => Promise.resolve<Running | null>(start));
  const settled = await Promise.allSettled(promises);
  const results = settled.map((start) => (start.status === 'fulfilled' ? start.value : null));
  const reasons = settled.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
  if (reasons.length === 0) return results as unknown as T;
  await Promise.all(results.flatMap((result) => (result ? [result.stop()] : [])));
  throw reasons[0];
}
