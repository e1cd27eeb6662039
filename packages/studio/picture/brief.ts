import type { Backdrop, Ground, Light, SubjectName, Weather } from './words.js';

/** One thing to draw, with the colour word directly before it. */
export interface CastMember {
  readonly name: SubjectName | 'monument';
  readonly colour: string | null;
  readonly count: number;
}

/** The content of a prompt, in the renderer's terms. */
export interface Brief {
  readonly light: Light;
  /** True when a word asked for that light; otherwise the seed chose it. */
  readonly lightNamed: boolean;
  readonly backdrops: readonly Backdrop[];
  readonly ground: Ground;
  /** True when a word asked for a place; otherwise the subject or the seed chose it. */
  readonly placeNamed: boolean;
  readonly weather: ReadonlySet<Weather>;
  readonly cast: readonly CastMember[];
  /** Colour of the whole picture, or null. */
  readonly tint: string | null;
  readonly moons: number;
  /** All words, known or not: drawings check them for attributes such as `hat`. */
  readonly words: ReadonlySet<string>;
}
