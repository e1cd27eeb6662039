import type { Stage } from './stage.js';
import type { Point } from './svg.js';

/** One colour over a whole picture, more or less of it by the distance from a point. */
export interface Glow {
  readonly at: Point;
  readonly radius: number;
  readonly colour: string;
  /** Share of the radius up to which there is as much of it as at the point. */
  readonly from: number;
  readonly opacity: { readonly inside: number; readonly outside: number };
}

/** Darker corners and a breath of the light's colour over all: binds the inks together. */
export function finishOf({ width, height, palette, sun }: Stage): readonly Glow[] {
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
