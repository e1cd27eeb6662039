import type { Stage } from './stage.js';
import type { Point } from './svg.js';

/** One colour over a whole picture, with a strength that depends on the distance from a point. */
export interface Glow {
  readonly at: Point;
  readonly radius: number;
  readonly colour: string;
  /** Fraction of the radius with the full inner strength. */
  readonly from: number;
  readonly opacity: { readonly inside: number; readonly outside: number };
}

/**
 * Creates the finish: darker corners, and a trace of the light's colour over everything, which
 * unifies the inks.
 */
export function createFinish({ width, height, palette, sun }: Stage): readonly Glow[] {
  return [
    {
      at: sun.at,
      radius: Math.max(width, height) * 0.75,
      colour: palette.light,
      from: 0,
      opacity: { inside: 0.16, outside: 0 },
    },
    {
      at: [width / 2, height * 0.48],
      radius: Math.hypot(width, height) * 0.56,
      colour: palette.ink,
      from: 0.55,
      opacity: { inside: 0, outside: palette.dark ? 0.5 : 0.3 },
    },
  ];
}
