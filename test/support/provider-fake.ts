import sharp from 'sharp';
import type { DirectProvider, ProviderJob } from '../../domain/ports/provider.js';

/** A real picture, small enough to cost nothing. */
const BACKGROUND = { width: 64, height: 64, channels: 3, background: '#7a9' } as const;

/** A provider under the test's control, in place of the local renderer. */
export interface FakeProvider extends DirectProvider {
  /** Every call that it received, oldest first. */
  readonly calls: readonly ProviderJob[];
  /** From now on, makes calls wait for `release`. */
  hold(): void;
  release(): void;
}

/**
 * Creates a provider that counts its calls and can be held. `answer` fails by throwing a
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
