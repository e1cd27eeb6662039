import { createRandom, type Random } from '../picture/random.js';
import { tokens } from '../picture/tokens.js';
import { GROUND_OF, WEATHER_OF, type Weather } from '../picture/words.js';
import type { Mood } from './light.js';
import { findMoves, type Move } from './moves.js';

/** A prompt's instructions for a clip. */
export interface Shot {
  readonly moves: readonly Move[];
  /** True if the prompt contains a camera move. */
  readonly named: boolean;
  /** Strength of the camera moves; 1 is normal for a four-second shot. */
  readonly reach: number;
  readonly weathers: readonly Weather[];
  /** Whether the picture's lower part ripples. */
  readonly water: boolean;
  readonly mood: Mood;
  readonly random: Random;
}

const SLOW = /\b(?:slow|slowly|gentle|gently|subtle|calm|slight)\b/;
const FAST = /\b(?:fast|quick|quickly|rapid|whip|dynamic|energetic|dramatic)\b/;
const FIRE =
  /\b(?:fire|campfire|fireplace|bonfire|candle|candles|candlelight|torch|lantern|flames?)\b/;
const STORM = /\b(?:lightning|thunder\w*|storm|stormy)\b/;
const REACH_MAX = 1.5;

/**
 * Reads a prompt.
 * @param seed decides, together with the words, everything left to chance
 */
export function readShot(prompt: string, seconds: number, seed: number): Shot {
  const text = prompt.toLowerCase();
  const words = tokens(prompt);
  const moves = findMoves(prompt);
  const pace = FAST.test(text) ? 1.5 : SLOW.test(text) ? 0.7 : 1;
  const weathers = [...new Set(words.flatMap((word) => WEATHER_OF.get(word) ?? []))];
  const grounds = words.map((word) => GROUND_OF.get(word));
  return {
    moves,
    named: moves[0] !== 'push',
    reach: Math.min(REACH_MAX, (0.7 + seconds * 0.075) * pace),
    weathers,
    water: grounds.includes('sea') || grounds.includes('lake'),
    mood: STORM.test(text) ? 'storm' : FIRE.test(text) ? 'fire' : 'calm',
    random: createRandom(`clip\n${seed}\n${prompt}`),
  };
}
