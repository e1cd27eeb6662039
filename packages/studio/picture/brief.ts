import type { Backdrop, Ground, Light, SubjectName, Weather } from './words.js';

/** One thing to draw, with the colour word that stood right before it. */
export interface Cast {
  readonly name: SubjectName | 'monument';
  readonly colour: string | null;
  readonly count: number;
}

/** What a prompt asks for, in the renderer's own terms. */
export interface Brief {
  readonly light: Light;
  /** True when a word asked for that light; else it was left to the seed. */
  readonly lightNamed: boolean;
  readonly backdrops: readonly Backdrop[];
  readonly ground: Ground;
  /** True when a word asked for a place; else it was left to the subject or the seed. */
  readonly placeNamed: boolean;
  readonly weather: ReadonlySet<Weather>;
  readonly cast: readonly Cast[];
  /** Colour of the whole picture, or null. */
  readonly tint: string | null;
  readonly moons: number;
  /** Every word, known or not: attributes such as `hat` are looked up by whoever draws them. */
  readonly words: ReadonlySet<string>;
}
