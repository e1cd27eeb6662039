import type { ModelSource } from '../catalogue/model-source.js';
import { estimateSpeechSeconds, findClipLength } from '../catalogue/speech-length.js';
import type { SpeechFormat } from '../catalogue/speech-model.js';
import { findSpeechSources, LIP_SYNC_SOURCES } from '../catalogue/speech-sources.js';
import { computeSpeechCredits } from '../catalogue/speech-price.js';
import type { VideoModel } from '../catalogue/video-model.js';
import { canHearNarration, VIDEO_MODELS } from '../catalogue/video-models.js';
import type { GenerationInput, SpokenText } from '../contract/generation-input.js';
import type { Issue } from '../contract/refusal.js';
import type { VideoBody } from '../contract/video.js';
import { buildVoiceInputs, chooseVoice } from './choose-voice.js';
import { createSourceFilter, type PricingDeps } from './priced-request.js';
import { refuseUnspoken } from './refuse-unspoken.js';
import type { RawBody } from './request-rules.js';

/** A script that can be spoken. */
export interface PlannedScript {
  readonly spoken: SpokenText;
  /** Sources that speak it, in the operator's order. */
  readonly speech: readonly ModelSource[];
  /** The recording of a cloned voice; empty for voices of the catalogue. */
  readonly inputs: readonly GenerationInput[];
  /** Price of the speech in credits. */
  readonly credits: number;
}

/**
 * Lists the problems of a script with its model: models that show no speaking person, and scripts
 * that are longer than the clip. The schema reports scripts of a wrong type.
 * @param model with the options that the configured providers offer
 */
export function checkScriptRules(body: RawBody, model: VideoModel, deps: PricingDeps): Issue[] {
  const { script, duration } = body;
  if (typeof script !== 'string') return [];
  const refuse = (message: string): Issue[] => [{ path: 'body.script', message }];
  if (!canSpeak(model, deps)) {
    const others = VIDEO_MODELS.filter((other) => canSpeak(other, deps)).map(({ id }) => id);
    const advice =
      others.length > 0
        ? `use one of: ${others.join(', ')}`
        : 'it needs a provider that moves lips (docs/providers.md)';
    return refuse(`is not supported by ${model.id} here; ${advice}`);
  }
  const { durations } = model;
  const isOffered = typeof duration === 'string' && durations.includes(duration);
  if (duration !== undefined && !isOffered) return [];
  const offered = isOffered ? [duration] : durations;
  if (findClipLength(script, offered) !== null) return [];
  const needed = Math.ceil(estimateSpeechSeconds(script));
  const longest = Math.max(...offered.map(Number));
  const longer = findClipLength(script, durations);
  const advice = longer === null ? 'shorten it' : `use duration ${longer}, or shorten it`;
  return refuse(`takes about ${needed} seconds to speak, and the clip has ${longest}; ${advice}`);
}

/** Whether a configured provider can show a person who speaks with this model. */
function canSpeak(model: VideoModel, deps: PricingDeps): boolean {
  if (model.requiresMotionVideo) return false;
  const isEnabled = createSourceFilter(deps);
  const sources = model.sources.filter(isEnabled);
  return (
    sources.length === 0 ||
    sources.some((source) => canHearNarration(model, source)) ||
    LIP_SYNC_SOURCES.some(isEnabled)
  );
}

/**
 * Finds the voice of a script, and the providers that can speak with it.
 * @returns null without a script
 * @throws {Refusal} NOT_FOUND for an unknown character; VALIDATION_ERROR if no configured provider
 * speaks this language with this voice
 */
export async function planScript(
  body: VideoBody,
  accountId: string,
  deps: PricingDeps,
): Promise<PlannedScript | null> {
  const { script: text } = body;
  if (text === undefined) return null;
  const voice = await chooseVoice(deps.db.manager, accountId, body);
  const language = body.language ?? voice.language;
  const needs = { voice, language, format: null, characters: text.length };
  const isEnabled = createSourceFilter(deps);
  const find = (format: SpeechFormat | null) =>
    findSpeechSources({ ...needs, format }, deps.env.providerOrder, isEnabled);
  // WAV can be made exactly as long as the clip.
  const inWav = find('wav');
  const speech = inWav.length > 0 ? inWav : find(null);
  if (speech.length === 0) throw refuseUnspoken(body, needs, isEnabled);
  return {
    spoken: { text, voiceKey: voice.voice_key, language, speed: 1, format: 'wav' },
    speech,
    inputs: buildVoiceInputs(voice),
    credits: computeSpeechCredits(text.length, deps.env.apiCreditMultiplier),
  };
}

/** Sources of a clip that speaks. */
export interface SpeakingSources {
  readonly sources: readonly ModelSource[];
  /** Sources that move the lips; absent if the sources of the clip hear the speech. */
  readonly lipSync?: readonly ModelSource[];
}

/**
 * Chooses how the person in a clip speaks: with sources that hear the speech, otherwise with moving
 * lips added to the clip.
 * @returns null if no configured provider can do it with the options of the request
 */
export function chooseSpeakingSources(
  model: VideoModel,
  sources: readonly ModelSource[],
  deps: PricingDeps,
): SpeakingSources | null {
  const hearing = sources.filter((source) => canHearNarration(model, source));
  if (hearing.length > 0) return { sources: hearing };
  const isEnabled = createSourceFilter(deps);
  const lipSync = LIP_SYNC_SOURCES.filter(isEnabled).map(({ provider, upstreamModel }) => ({
    provider,
    upstreamModel,
  }));
  return lipSync.length > 0 ? { sources, lipSync } : null;
}
