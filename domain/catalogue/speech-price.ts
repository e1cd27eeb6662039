import { computeApiCredits, computeUpstreamCredits } from './price.js';

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

/** Upstream cost of moving lips, in USD per second. */
const LIP_SYNC_USD = 0.05;

/** Computes the API price of moving lips in credits, for a clip of whole seconds. */
export const computeLipSyncCredits = (seconds: number, multiplier: number): number =>
  computeUpstreamCredits(LIP_SYNC_USD * seconds, multiplier);
