import { findSources, type CatalogueSource, type ModelSource } from './model-source.js';
import type { MediaContentType } from './media-types.js';
import type { Voice } from './voices.js';
import { computeApiCredits } from './price.js';

/** The model behind `POST /v1/speech` and the `script` of a video. */
export const SPEECH_MODEL_ID = 'speech';

/** Maximum characters of a text: the limit of the strictest upstream. */
export const SPEECH_TEXT_MAX = 4_000;

/** Factors of the tempo between which every upstream stays intelligible. */
export const SPEECH_SPEED_MIN = 0.5;
export const SPEECH_SPEED_MAX = 2;

export const SPEECH_FORMATS = ['wav', 'mp3'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** Content type of each format. */
export const SPEECH_TYPES = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
} as const satisfies Record<SpeechFormat, MediaContentType>;

/** Providers that speak, the strictest limits in their rows. */
export const SPEECH_SOURCES: readonly CatalogueSource[] = [];

/** Providers that make the person in a clip speak. */
export const LIP_SYNC_SOURCES: readonly CatalogueSource[] = [];

/** App credits for each 500 characters of text that were begun. */
const SPEECH_APP_CREDITS = 0.5;
const SPEECH_CHARACTERS = 500;

/**
 * Computes the API price of speech in credits.
 * @param characters length of the text in UTF-16 units
 */
export function computeSpeechCredits(characters: number, multiplier: number): number {
  const parts = Math.max(1, Math.ceil(characters / SPEECH_CHARACTERS));
  return computeApiCredits(parts * SPEECH_APP_CREDITS, multiplier);
}

/** USD per second of moving lips, and the usual factor on an upstream's cost. */
const LIP_SYNC_USD = 0.05;
const MARGIN = 1.25;
const APP_CREDIT_USD = 0.1;

/** Computes the API price of moving lips in credits, for a clip of whole seconds. */
export function computeLipSyncCredits(seconds: number, multiplier: number): number {
  const appCredits = Math.ceil(
    Number(((LIP_SYNC_USD * MARGIN * seconds) / APP_CREDIT_USD).toFixed(6)),
  );
  return computeApiCredits(appCredits, multiplier);
}

/** How a text is spoken. */
export interface SpeechNeeds {
  readonly voice: Voice;
  readonly language: string;
  readonly format: SpeechFormat;
}

/**
 * Returns the sources that can speak, in the operator's order; the renderer only if no provider is
 * configured. Empty if nothing can speak with this voice and language.
 */
export function findSpeechSources(
  needs: SpeechNeeds,
  order: readonly string[],
  isEnabled: (source: ModelSource) => boolean,
): ModelSource[] {
  if (!/^en(-|$)/i.test(needs.language)) return [];
  return findSources(SPEECH_SOURCES, { resolution: '', duration: null }, order, isEnabled);
}
