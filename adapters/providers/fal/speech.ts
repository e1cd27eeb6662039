import { findSpeechSource } from '../../../domain/catalogue/speech-sources.js';
import { findPrimaryLanguage, type VoiceSet } from '../../../domain/catalogue/voices.js';
import type { LipSyncJob, SpeechJob } from '../../../domain/ports/provider-job.js';
import { findVoiceName } from '../expect-speech.js';
import { buildClonedOrder } from './cloned-speech.js';
import type { Body, FalOrder } from './family.js';
import { buildFalRefusal, SOUND_TYPES } from './limits.js';

/** MiniMax's names of languages, by the primary subtag. */
const MINIMAX_LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  ja: 'Japanese',
  zh: 'Chinese',
};

/** Builds the input of an endpoint from a job and the upstream's name of the voice. Pure. */
type SpeechInput = (job: SpeechJob, voice: string) => Body;

const INPUTS: Readonly<Partial<Record<VoiceSet, SpeechInput>>> = {
  kokoro: ({ prompt, speed }, voice) => ({ prompt, voice, speed }),
  minimax: ({ prompt, speed, language }, voice) => ({
    text: prompt,
    voice_setting: { voice_id: voice, speed },
    language_boost: MINIMAX_LANGUAGES[findPrimaryLanguage(language)] ?? 'auto',
    // Without this field, the sound is returned as hexadecimal text.
    output_format: 'url',
    audio_setting: { format: 'mp3' },
  }),
};

/**
 * Builds the order that speaks a text.
 * @throws {ProviderFailure} `rejected` for an unknown endpoint or voice
 */
export function buildSpeechOrder(job: SpeechJob): FalOrder {
  const { voice: given, upstreamModel } = job;
  if ('bytes' in given) return buildClonedOrder(job, given);
  const source = findSpeechSource({ provider: 'fal', upstreamModel });
  const input = source && INPUTS[source.voices];
  if (!input) throw buildFalRefusal('has no such speech endpoint');
  const voice = findVoiceName(job, source.voices);
  if (voice === undefined) throw buildFalRefusal('has no such voice there');
  return { endpoint: upstreamModel, body: () => input(job, voice) };
}

/**
 * Builds the order that makes the person in a clip speak.
 * @throws {ProviderFailure} `rejected` for an unknown endpoint, or sound of another type
 */
export function buildLipSyncOrder({ upstreamModel, clip, speech }: LipSyncJob): FalOrder {
  if (upstreamModel !== 'fal-ai/sync-lipsync/v2') throw buildFalRefusal('has no such lip sync');
  if (!SOUND_TYPES.includes(speech.contentType)) {
    throw buildFalRefusal('takes speech as WAV or MP3');
  }
  return {
    endpoint: upstreamModel,
    body: (address) => ({
      video_url: address(clip),
      audio_url: address(speech),
      // Shorter speech is followed by silence. By default, the clip is cut to the speech's length.
      sync_mode: 'silence',
    }),
  };
}
