import type { ModelSource } from '../catalogue/model-source.js';
import { SPEECH_MODEL_ID, SPEECH_TEXT_MAX } from '../catalogue/speech-model.js';
import { findSpeechSources, SPEECH_SOURCES } from '../catalogue/speech-sources.js';
import { computeSpeechCredits } from '../catalogue/speech-price.js';
import {
  DEFAULT_VOICE_KEY,
  isSpokenHere,
  STUDIO_LANGUAGES,
  VOICES,
  type Voice,
} from '../catalogue/voices.js';
import type { Caller } from '../accounts/caller.js';
import { refuseInvalid, type Issue } from '../contract/refusal.js';
import type { GenerationInput } from '../contract/generation-input.js';
import { DEFAULT_FORMAT, type CreateSpeechBody } from '../contract/speech.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed } from '../screening/screen-words.js';
import { buildVoiceInputs, chooseVoice } from './choose-voice.js';
import { sortByHealth } from './provider-health.js';
import { refuseUnspoken } from './refuse-unspoken.js';
import {
  chooseSeed,
  createSourceFilter,
  type PricedRequest,
  type PricingDeps,
} from './priced-request.js';
import {
  findCombinationIssues,
  findDirectiveIssues,
  findProvider,
  type RawBody,
} from './request-rules.js';

/** A checked request for speech. */
export interface CheckedSpeech {
  readonly body: CreateSpeechBody;
  readonly voice: Voice;
  readonly language: string;
  /** Providers that can speak it, in the operator's order. */
  readonly sources: readonly ModelSource[];
  /** The recording of a cloned voice; empty for voices of the catalogue. */
  readonly inputs: readonly GenerationInput[];
}

/**
 * Finds the sources that can speak a request.
 * @throws {Refusal} VALIDATION_ERROR if the configured providers cannot
 */
function chooseSources(body: CreateSpeechBody, voice: Voice, language: string, deps: PricingDeps) {
  const { format = DEFAULT_FORMAT, speed = 1, text } = body;
  const needs = { voice, language, format, speed, characters: text.length };
  const isEnabled = createSourceFilter(deps);
  const sources = findSpeechSources(needs, deps.env.providerOrder, isEnabled);
  if (sources.length > 0) return sources;
  throw refuseUnspoken(body, needs, isEnabled);
}

/** Checks a request for rules that a schema cannot express. */
export function checkSpeechRules(body: RawBody, deps: PricingDeps): Issue[] {
  const { text, voice_key: key, language } = body;
  const voice = VOICES.find((one) => one.voice_key === (key ?? DEFAULT_VOICE_KEY));
  const isKnown = language !== undefined || body['character_id'] === undefined;
  const spoken = language ?? voice?.language;
  return [
    ...findCombinationIssues('speech', body),
    ...findLengthIssues(text),
    ...findDirectiveIssues(text, findProvider(deps, SPEECH_SOURCES), 'body.text'),
    ...(isKnown && typeof spoken === 'string'
      ? findLanguageIssues(deps, spoken, language === undefined ? 'voice_key' : 'language')
      : []),
  ];
}

/** Finds a text that is too long for upstreams, which count UTF-16 units and not characters. */
const findLengthIssues = (text: unknown): Issue[] =>
  typeof text === 'string' && text.length > SPEECH_TEXT_MAX && text.length <= 2 * SPEECH_TEXT_MAX
    ? [
        {
          path: 'body.text',
          message: `has ${text.length} characters; the maximum is ${SPEECH_TEXT_MAX}. Characters such as emoji count as two`,
        },
      ]
    : [];

/**
 * Finds a language that nobody here speaks: the studio speaks a few languages, and providers decide
 * themselves.
 * @param field the field that sets the language
 */
function findLanguageIssues(deps: PricingDeps, language: string, field: string): Issue[] {
  if (findProvider(deps, SPEECH_SOURCES) !== null || isSpokenHere(language)) return [];
  const known = STUDIO_LANGUAGES.map((one) => `\`${one}\``).join(', ');
  const means = field === 'language' ? '' : ` means \`language\` \`${language}\`, which`;
  const message = `${means} needs a speech provider, and none is configured. The built-in renderer speaks: ${known}`;
  return [{ path: `body.${field}`, message: message.trimStart() }];
}

/**
 * Reads a request that has passed the schema and `checkSpeechRules`.
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED, UNAVAILABLE
 */
export async function checkSpeech(
  body: CreateSpeechBody,
  { accountId }: Caller,
  deps: PricingDeps,
): Promise<CheckedSpeech> {
  const voice = await chooseVoice(deps.db.manager, accountId, body);
  const language = body.language ?? voice.language;
  const issues = findLanguageIssues(
    deps,
    language,
    body.voice_key === undefined ? 'character_id' : 'voice_key',
  );
  if (issues.length > 0) throw refuseInvalid(issues);
  await checkWordsAllowed(deps, readWords(body, PROMPT_FIELDS.speech));
  const sources = chooseSources(body, voice, language, deps);
  return { body, voice, language, sources, inputs: buildVoiceInputs(voice) };
}

/** Prices a checked request, both for the real endpoint and for a quote. */
export async function priceSpeech(
  { body, voice, language, sources }: CheckedSpeech,
  deps: PricingDeps,
): Promise<PricedRequest> {
  return {
    type: 'speech',
    model: SPEECH_MODEL_ID,
    price: computeSpeechCredits(body.text.length, deps.env.apiCreditMultiplier),
    request: {
      prompt: null,
      character_id: body.character_id ?? null,
      product_id: null,
      seed: chooseSeed({}),
    },
    notes: [],
    options: {
      spoken: {
        text: body.text,
        voiceKey: voice.voice_key,
        language,
        speed: body.speed ?? 1,
        format: body.format ?? DEFAULT_FORMAT,
      },
    },
    metadata: body.metadata ?? {},
    job: { analyses: [], routes: await sortByHealth(deps, sources) },
  };
}
