import { ProviderFailure } from '../../domain/ports/provider.js';
import type { ProviderJob, SpeechJob } from '../../domain/ports/provider-job.js';

/**
 * Returns a job of a provider that only speaks.
 * @throws {ProviderFailure} `rejected` for other jobs; then the next source is tried
 */
export function expectSpeech(job: ProviderJob): SpeechJob {
  if (job.kind === 'speech') return job;
  throw new ProviderFailure('rejected', 'This provider only speaks.');
}
