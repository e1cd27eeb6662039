import type { Backdrop, Ground, HandheldName, Light, SubjectName, Weather } from './words.js';

/** One thing to draw, with the colour word directly before it in the prompt. */
export interface CastMember {
  readonly name: SubjectName | HandheldName | 'monument';
  readonly colour: string | null;
  readonly count: number;
}

/** A prompt's content in the renderer's terms. */
export interface Brief {
  readonly light: Light;
  /** True if a word asked for this light; otherwise the seed chose it. */
  readonly lightNamed: boolean;
  readonly backdrops: readonly Backdrop[];
  readonly ground: Ground;
  /** True if a word asked for this place; otherwise the subject or the seed chose it. */
  readonly placeNamed: boolean;
  readonly weather: ReadonlySet<Weather>;
  readonly cast: readonly CastMember[];
  /** The whole picture's colour, or null. */
  readonly tint: string | null;
  readonly moons: number;
  /** All words, known or not: drawings check them for attributes such as `hat`. */
  readonly words: ReadonlySet<string>;
}
