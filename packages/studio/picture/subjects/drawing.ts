import type { Random } from '../random.js';
import type { Backdrop, Ground } from '../words.js';

/** The colours of one subject, already in the light of the picture. */
export interface Ink {
  readonly body: string;
  readonly shade: string;
  readonly light: string;
  readonly dark: string;
  readonly accent: string;
  /** Lamp light in windows; bright only when the picture is dark. */
  readonly lamp: string;
}

/** Other inputs of a drawing besides its inks. */
export interface DrawingContext {
  readonly random: Random;
  readonly words: ReadonlySet<string>;
}

/** Where a subject is placed. */
export type SubjectStand = 'ground' | 'water' | 'air' | 'bust';

/**
 * One thing that can be drawn. It fills a box of 100 units above the point (0, 0) on the ground,
 * about 100 wide, with y pointing down as in SVG.
 */
export interface Drawing {
  /** Height as a fraction of the picture's short side. */
  readonly size: number;
  readonly stand: SubjectStand;
  /** Ground if the prompt names none. */
  readonly home: Ground;
  readonly backdrop?: Backdrop;
  /** Its natural colour if there is no colour word before it; the picture's accent if absent. */
  readonly colour?: string;
  readonly draw: (ink: Ink, look: DrawingContext) => string;
}
