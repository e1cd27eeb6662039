import { CLONED_LANGUAGES } from './cloned-voice.js';
import {
  LOCAL_SOURCES,
  sortByPreference,
  type CatalogueSource,
  type ModelSource,
} from './model-source.js';
import { findPrimaryLanguage, isSpoken, type Voice, type VoiceSet } from './voices.js';
import {
  SPEECH_MODEL_ID,
  SPEECH_SPEED_MAX,
  SPEECH_SPEED_MIN,
  SPEECH_TEXT_MAX,
  type SpeechFormat,
} from './speech-model.js';

/** The providers that speak. */
export type SpeechProvider = 'elevenlabs' | 'fal' | 'openai';

/** Metadata that an adapter needs to order speech. Plain data that is part of the source's row. */
export interface SpeechSource extends CatalogueSource {
  readonly provider: SpeechProvider;
  /** The names of voices that the upstream knows. */
  readonly voices: VoiceSet;
  /** Primary language subtags that it speaks. */
  readonly languages: readonly string[];
  /** Languages of the voices that it has, if each of its voices speaks only one language. */
  readonly voiceLanguages?: readonly string[];
  /** Formats that it delivers. */
  readonly formats: readonly SpeechFormat[];
  /** Limits of the tempo that are stricter than ours. */
  readonly speedMin?: number;
  readonly speedMax?: number;
  /** A limit of the text in characters that is stricter than ours. */
  readonly textMax?: number;
  /** Whether a voice speaks only its own language, or the language of its recording. */
  readonly sameLanguage?: boolean;
}

/** Languages of the voices in our catalogue, which OpenAI, ElevenLabs and MiniMax all speak. */
const ALL_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja', 'zh'] as const;

/** Voices that a server with OpenAI's `POST /audio/speech` can have, by the operator's settings. */
export const SERVER_VOICES = ['openai', 'kokoro'] as const satisfies readonly VoiceSet[];
export type ServerVoices = (typeof SERVER_VOICES)[number];

/** Languages of Kokoro's voices. */
const KOKORO_LANGUAGES = ['en', 'fr', 'es', 'it', 'pt', 'ja', 'zh'] as const;

/** At fal, Kokoro has an endpoint for each language, and each voice speaks one language. */
const buildKokoro = (
  endpoint: string,
  language: string,
  ...voiceLanguages: string[]
): SpeechSource => ({
  provider: 'fal',
  upstreamModel: `fal-ai/kokoro/${endpoint}`,
  voices: 'kokoro',
  languages: [language],
  voiceLanguages,
  formats: ['wav'],
});

/** Chatterbox speaks at one tempo, and delivers WAV. */
const CHATTERBOX = {
  provider: 'fal',
  voices: 'recording',
  formats: ['wav'],
  seed: true,
  speedMin: 1,
  speedMax: 1,
} as const;

/** Providers that speak, with the cheaper sources of a provider first. */
export const SPEECH_SOURCES: readonly SpeechSource[] = [
  {
    provider: 'openai',
    // The operator's settings name the model.
    upstreamModel: SPEECH_MODEL_ID,
    voices: 'openai',
    languages: ALL_LANGUAGES,
    formats: ['wav', 'mp3'],
  },
  {
    provider: 'openai',
    upstreamModel: `${SPEECH_MODEL_ID}:kokoro`,
    voices: 'kokoro',
    languages: KOKORO_LANGUAGES,
    sameLanguage: true,
    formats: ['wav', 'mp3'],
  },
  {
    provider: 'elevenlabs',
    upstreamModel: 'eleven_multilingual_v2',
    voices: 'elevenlabs',
    languages: ALL_LANGUAGES,
    formats: ['wav', 'mp3'],
    seed: true,
    speedMin: 0.7,
    speedMax: 1.2,
  },
  buildKokoro('american-english', 'en', 'en-US'),
  buildKokoro('british-english', 'en', 'en-GB'),
  buildKokoro('french', 'fr', 'fr-FR'),
  buildKokoro('spanish', 'es', 'es-ES', 'es-MX'),
  buildKokoro('italian', 'it', 'it-IT'),
  buildKokoro('brazilian-portuguese', 'pt', 'pt-BR'),
  buildKokoro('japanese', 'ja', 'ja-JP'),
  buildKokoro('mandarin-chinese', 'zh', 'zh-CN'),
  {
    provider: 'fal',
    upstreamModel: 'fal-ai/minimax/speech-02-hd',
    voices: 'minimax',
    languages: ALL_LANGUAGES,
    formats: ['mp3'],
  },
  { ...CHATTERBOX, upstreamModel: 'fal-ai/chatterbox/text-to-speech', languages: ['en'] },
  {
    ...CHATTERBOX,
    upstreamModel: 'fal-ai/chatterbox/text-to-speech/multilingual',
    languages: CLONED_LANGUAGES,
    textMax: 300,
    sameLanguage: true,
  },
];

/** Finds the row of a source that speaks; null for the renderer and for unknown models. */
export const findSpeechSource = ({ provider, upstreamModel }: ModelSource): SpeechSource | null =>
  SPEECH_SOURCES.find(
    (source) => source.provider === provider && source.upstreamModel === upstreamModel,
  ) ?? null;

/** Providers that make the person in a clip speak. */
export const LIP_SYNC_SOURCES: readonly CatalogueSource[] = [
  { provider: 'fal', upstreamModel: 'fal-ai/sync-lipsync/v2' },
];

/** The features that a text to speak needs from a source. */
export interface SpeechNeeds {
  readonly voice: Voice;
  /** BCP 47 language tag of the text. */
  readonly language: string;
  /** The wanted format; null if every format will do. */
  readonly format: SpeechFormat | null;
  /** Factor of the tempo; 1 by default. */
  readonly speed?: number;
  /** Length of the text in UTF-16 units. */
  readonly characters: number;
}

/**
 * Returns the sources that can speak a text, in the operator's order. Without a speech provider, the
 * renderer speaks English.
 * @param order provider names, the preferred first; providers not in the list come last
 * @param isEnabled whether a provider has credentials and serves this upstream model
 * @returns an empty list if no configured provider can speak with this voice in this language
 */
export function findSpeechSources(
  needs: SpeechNeeds,
  order: readonly string[],
  isEnabled: (source: ModelSource) => boolean,
): ModelSource[] {
  const enabled = SPEECH_SOURCES.filter(isEnabled);
  if (enabled.length === 0) {
    const isHere = needs.voice.upstream.recording === undefined && isSpoken(needs);
    return isHere ? [...LOCAL_SOURCES] : [];
  }
  const able = enabled.filter((source) => canSpeak(source, needs));
  return sortByPreference(able, order);
}

function canSpeak(source: SpeechSource, needs: SpeechNeeds): boolean {
  const { voice, format, speed = 1, characters } = needs;
  const language = findPrimaryLanguage(needs.language);
  return (
    voice.upstream[source.voices] !== undefined &&
    source.languages.includes(language) &&
    (format === null || source.formats.includes(format)) &&
    (source.voiceLanguages?.includes(voice.language) ?? true) &&
    (!source.sameLanguage || findPrimaryLanguage(voice.language) === language) &&
    speed >= (source.speedMin ?? SPEECH_SPEED_MIN) &&
    speed <= (source.speedMax ?? SPEECH_SPEED_MAX) &&
    characters <= (source.textMax ?? SPEECH_TEXT_MAX)
  );
}
