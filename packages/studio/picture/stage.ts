import type { Brief } from './brief.js';
import { choosePalette, type Palette } from './palette.js';
import { createRandom, type Random } from './random.js';
import type { Point } from './svg.js';

/** The empty picture: its size in 1K pixels, its inks, and the positions of the large elements. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /**
   * The short side: sizes are fractions of it, so that shapes never stretch with the aspect ratio.
   */
  readonly unit: number;
  readonly tall: boolean;
  readonly horizon: number;
  readonly palette: Palette;
  readonly brief: Brief;
  readonly random: Random;
  /** Horizontal position of the main subject. */
  readonly heroX: number;
  /** The part of the width for the cast, if a given person takes the rest. */
  readonly room?: { readonly left: number; readonly width: number };
  readonly sun: { readonly at: Point; readonly radius: number };
}

/** A drawn kind of ground, with layers around the subjects. */
export interface GroundSetting {
  /** The layer behind the subjects. */
  readonly back: string;
  /** The layer in front of the subjects: grass, a bank, framing trees. */
  readonly front: string;
  /** Returns the height of a placed or floating subject at x. */
  readonly footing: (x: number) => number;
  /** True if sky and horizon are not visible. */
  readonly indoors?: boolean;
}

const SUN_HEIGHT = { dawn: 0.3, day: 0.62, sunset: 0.16, dusk: 0.2, night: 0.66 } as const;
const SUN_SIZE = { dawn: 0.15, day: 0.1, sunset: 0.21, dusk: 0.17, night: 0.085 } as const;

/**
 * Composes the picture: horizon, the subject on one third, the light on the other side.
 * @param inks inks from a caller's picture, or null
 */
export function createStage(
  brief: Brief,
  {
    width,
    height,
    seed,
  }: { readonly width: number; readonly height: number; readonly seed: string },
  inks: Palette | null = null,
): Stage {
  const random = createRandom(seed);
  const layout = random.fork('layout');
  const unit = Math.min(width, height);
  const tall = height > width;
  const wet = brief.ground === 'sea' || brief.ground === 'lake' || brief.ground === 'beach';
  const horizon = height * ((tall ? 0.6 : 0.58) + layout.between(-0.03, 0.03) - (wet ? 0.02 : 0));
  const side = layout.chance(0.5) ? 1 : -1;
  // A square or tall picture appears empty if its subject is far from the middle.
  const offset = tall ? 0.09 : width > 1.2 * height ? 0.17 : 0.08;
  const reach = tall ? 0.2 : 0.24;
  const sitting = brief.cast.some(({ name }) => name === 'bust');
  const radius = unit * SUN_SIZE[brief.light] * layout.between(0.85, 1.2) * (tall ? 1.12 : 1);
  const sunY = horizon * (1 - SUN_HEIGHT[brief.light] * layout.between(0.85, 1.15));
  return {
    width,
    height,
    unit,
    tall,
    horizon,
    palette: choosePalette(brief, random.fork('palette'), inks),
    brief,
    random,
    heroX: width * (sitting ? 0.5 : 0.5 + side * offset),
    // Behind a portrait, the sun's disc frames the head.
    sun: sitting
      ? { at: [width * (0.5 - side * 0.04), height - unit * 0.6], radius: unit * 0.36 }
      : { at: [width * (0.5 - side * layout.between(0.1, reach)), sunY], radius },
  };
}
