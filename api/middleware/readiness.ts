/** One function per dependency of the service; each checks whether the dependency responds. */
export type ReadinessProbes<Part extends string> = Readonly<Record<Part, () => Promise<unknown>>>;
export type Readiness<Part extends string> = Readonly<Record<Part, 'ok' | 'unavailable'>>;

const PROBE_DEADLINE_MS = 2_000;

/** Cache lifetime of a result, so that frequent probes do not cause load themselves. */
const FRESH_MS = 1_000;

/**
 * Creates a function that checks every dependency. Concurrent calls share one check, and its result
 * is reused for a second.
 * @param now milliseconds of a monotonic clock
 */
export function createReadiness<Part extends string>(
  probes: ReadinessProbes<Part>,
  now: () => number = () => performance.now(),
): () => Promise<Readiness<Part>> {
  let last: Promise<Readiness<Part>> | null = null;
  let freshUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (last && now() < freshUntil) return last;
    freshUntil = Number.POSITIVE_INFINITY;
    last = checkAll(probes).finally(() => (freshUntil = now() + FRESH_MS));
    return last;
  };
}

async function checkAll<Part extends string>(
  probes: ReadinessProbes<Part>,
): Promise<Readiness<Part>> {
  const parts = Object.keys(probes) as Part[];
  const results = await Promise.all(
    parts.map(async (part) => [part, await check(probes[part])] as const),
  );
  return Object.fromEntries(results) as Record<Part, 'ok' | 'unavailable'>;
}

async function check(probe: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  let late: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    late = setTimeout(reject, PROBE_DEADLINE_MS);
  });
  try {
    await Promise.race([probe(), deadline]);
    return 'ok';
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(late);
  }
}
