import type { VoiceSet } from '../../domain/catalogue/voices.js';
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

/** Finds the upstream's name of a job's voice; undefined if it has none, as cloned voices. */
export const findVoiceName = ({ voice }: SpeechJob, set: VoiceSet): string | undefined =>
  'upstream' in voice ? voice.upstream[set] : undefined;
