import type { Profile } from './places/ridge.js';
import type { Random } from './random.js';
import type { Stage } from './stage.js';
import { n } from './svg.js';

/**
 * Returns path data for one pine: three ragged skirts over a trunk; `height` in pixels, foot at (x,
 * y).
 */
export function pine(x: number, y: number, height: number): string {
  const half = height * 0.2;
  const at = (dx: number, up: number) => `${n(x + dx * half)} ${n(y - up * height)}`;
  const left = [at(-0.5, 0.72), at(-0.25, 0.7), at(-0.78, 0.44), at(-0.4, 0.42), at(-1, 0.1)];
  const right = [at(1, 0.1), at(0.4, 0.42), at(0.78, 0.44), at(0.25, 0.7), at(0.5, 0.72)];
  const trunk = `L${at(-0.13, 0.1)}L${at(-0.13, -0.04)}L${at(0.13, -0.04)}L${at(0.13, 0.1)}`;
  return `M${at(0, 1)}L${left.join('L')}${trunk}L${right.join('L')}z`;
}

/** Returns path data for a row of pines along a line, of varied height around `height` pixels. */
export function pineRow(stage: Stage, random: Random, line: Profile, height: number): string {
  let row = '';
  for (
    let x = -height * 0.2;
    x < stage.width + height * 0.2;
    x += height * random.between(0.16, 0.4)
  ) {
    row += pine(x, line(x) + height * 0.09, height * random.between(0.6, 1.25));
  }
  return row;
}
