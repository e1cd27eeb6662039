import type { Random } from '../random.js';
import type { Backdrop, Ground } from '../words.js';

/** One subject's colours, already in the picture's light. */
export interface Ink {
  readonly body: string;
  readonly shade: string;
  readonly light: string;
  readonly dark: string;
  readonly accent: string;
  /** Colour of lamp light in windows; bright only if the picture is dark. */
  readonly lamp: string;
}

/** A drawing's inputs besides its inks. */
export interface DrawingContext {
  readonly random: Random;
  readonly words: ReadonlySet<string>;
}

/** The place of a subject. */
export type SubjectStand = 'ground' | 'water' | 'air' | 'bust';

/**
 * One thing that can be drawn. It fills a box of 100 units above the point (0, 0) on the ground,
 * about 100 wide, with y pointing down as in SVG.
 */
export interface Drawing {
  /** The drawing's height as a fraction of the picture's short side. */
  readonly size: number;
  readonly stand: SubjectStand;
  /** The kind of ground to draw if the prompt does not contain one. */
  readonly home: Ground;
  readonly backdrop?: Backdrop;
  /**
   * The natural colour, used if no colour word precedes the subject; the picture's accent if
   * absent.
   */
  readonly colour?: string;
  readonly draw: (ink: Ink, context: DrawingContext) => string;
}
