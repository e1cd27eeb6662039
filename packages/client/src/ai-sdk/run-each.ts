import type { SharedV4Warning } from '@ai-sdk/provider';

/** Maximum concurrent generations of one call. */
const PARALLEL_MAX = 4;

interface Made<T> {
  readonly values: readonly T[];
  readonly warnings: readonly SharedV4Warning[];
}

/**
 * Makes each generation of a call. Returns the successful ones even if others fail, because they
 * are paid; warnings report the failures.
 * @param make makes one generation
 * @throws the reason of the signal, or the first error if none succeeded
 */
export async function runEach<T>(
  count: number,
  signal: AbortSignal | undefined,
  make: (index: number) => Promise<T>,
): Promise<Made<T>> {
  const outcomes: PromiseSettledResult<T>[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      [outcomes[index]] = await Promise.allSettled([make(index)]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, PARALLEL_MAX) }, work));
  signal?.throwIfAborted();
  const values = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const errors = outcomes.flatMap((one, index) =>
    one.status === 'rejected' ? [{ index, error: one.reason as Error }] : [],
  );
  if (values.length === 0 && errors[0]) throw errors[0].error;
  const warnings = errors.map(({ index, error }) => ({
    type: 'other' as const,
    message: `${index + 1} of ${count} has no result: ${error.message}`,
  }));
  return { values, warnings };
}
