import type { ModelSource } from './model-source.js';
import { SPEECH_SPEED_MAX } from './speech-model.js';
import { findSpeechSource } from './speech-sources.js';

/** Longer speech, relative to its clip, is refused: it would be too fast to follow. */
const EXCESS_MAX = 1.25;
/** Added to the tempo that is needed, because voices do not keep a tempo exactly. */
const SPEED_MARGIN = 0.02;

/** Finds the fastest tempo that a source speaks. The renderer, which has no row, has our limit. */
export const findSpeedMax = (source: ModelSource): number =>
  findSpeechSource(source)?.speedMax ?? SPEECH_SPEED_MAX;

/**
 * Finds the tempo at which speech that was too long fits into its clip.
 * @param excess length of the speech at normal speed, relative to the clip
 * @returns null if the speech is too long for that, or the source too slow
 */
export function findFittingSpeed(source: ModelSource, excess: number): number | null {
  const needed = Math.ceil(excess * 100) / 100;
  const max = findSpeedMax(source);
  if (excess > EXCESS_MAX || needed > max) return null;
  return Math.min(max, Number((needed + SPEED_MARGIN).toFixed(2)));
}
