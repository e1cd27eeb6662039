import sharp from 'sharp';
import type { DirectProvider } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';

/** A real picture, so small that processing it takes hardly any time. */
const BACKGROUND = { width: 64, height: 64, channels: 3, background: '#7a9' } as const;

/** Provider that a test controls, in place of the local renderer. */
export interface FakeProvider extends DirectProvider {
  /** All calls so far, oldest first. */
  readonly calls: readonly ProviderJob[];
  /** Makes all later calls wait for `release`. */
  hold(): void;
  release(): void;
}

/**
 * Creates a provider that counts its calls and can delay them. `answer` may throw a
 * ProviderFailure.
 */
export function fakeProvider(answer: (job: ProviderJob) => void = () => undefined): FakeProvider {
  const calls: ProviderJob[] = [];
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  return {
    name: 'local',
    mode: 'direct',
    calls,
    hold() {
      gate = Promise.withResolvers();
    },
    release() {
      gate.resolve();
    },
    async generate(job, { signal }) {
      calls.push(job);
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
      await Promise.race([gate.promise, aborted.promise]);
      answer(job);
      return {
        bytes: await sharp({ create: BACKGROUND }).png().toBuffer(),
        contentType: 'image/png',
      };
    },
  };
}
