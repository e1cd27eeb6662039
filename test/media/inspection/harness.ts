import { createInspector, type Inspector } from '../../../adapters/media/inspection/inspector.js';
import type {
  ByteReader,
  Inspection,
  MediaSource,
} from '../../../adapters/media/inspection/inspection.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';

/** Starts one inspector for the tests of a describe block. */
export function useInspector(...settings: Parameters<typeof createInspector>) {
  let inspector: Inspector | null = null;
  before(() => {
    inspector = createInspector(...settings);
  });
  after(() => inspector?.close());

  const get = (): Inspector => {
    if (!inspector) throw new Error('made by the before hook');
    return inspector;
  };
  return {
    get,
    inspect: (source: MediaSource, declaredType: string | null = null): Promise<Inspection> =>
      get().inspect(source, { declaredType }),
    /** Returns the refusal. Any other result, including an acceptance, fails the test. */
    refusal: (source: MediaSource, declaredType: string | null = null, size?: number) =>
      get()
        .inspect(source, { declaredType, size })
        .then(
          (accepted) => Promise.reject(new Error(`accepted: ${JSON.stringify(accepted)}`)),
          (error: unknown) => (error instanceof MediaRefused ? error : Promise.reject(error)),
        ),
  };
}

/**
 * Runs `work`.
 * @returns by how many megabytes the memory of the process grew at its peak
 */
export async function rssGrowthMb(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 5);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return Math.round((most - before) / 1_000_000);
}

/** Creates a reader that delays every read, for tests of the time limits. */
export function slowly(ms: number, bytes: Buffer): ByteReader {
  return {
    size: bytes.length,
    read: (start, end) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(bytes.subarray(start, end)), ms);
      }),
  };
}
