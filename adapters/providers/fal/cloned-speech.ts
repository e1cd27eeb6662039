import { CLONED_LANGUAGE_NAMES } from '../../../domain/catalogue/cloned-voice.js';
import { findPrimaryLanguage } from '../../../domain/catalogue/voices.js';
import type { JobMedia, SpeechJob } from '../../../domain/ports/provider-job.js';
import type { FalOrder } from './family.js';
import { buildFalRefusal } from './limits.js';

/**
 * Builds the order that speaks a text with the voice of a recording.
 * @throws {ProviderFailure} `rejected` for an endpoint that clones no voices, or another language
 */
export function buildClonedOrder(job: SpeechJob, recording: JobMedia): FalOrder {
  const { upstreamModel: endpoint, prompt: text } = job;
  // For fal, 0 means a random seed.
  const seed = Math.max(1, job.seed);
  switch (endpoint) {
    case 'fal-ai/chatterbox/text-to-speech':
      return { endpoint, body: (address) => ({ text, audio_url: address(recording), seed }) };
    case 'fal-ai/chatterbox/text-to-speech/multilingual': {
      const language = CLONED_LANGUAGE_NAMES[findPrimaryLanguage(job.language)];
      if (language === undefined) throw buildFalRefusal('clones no voice in this language');
      return {
        endpoint,
        body: (address) => ({
          text,
          voice: address(recording),
          custom_audio_language: language,
          seed,
        }),
      };
    }
    default:
      throw buildFalRefusal('clones no voices there');
  }
}
