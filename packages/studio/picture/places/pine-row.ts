import { pine } from '../pine.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';
import type { Profile } from './ridge.js';

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
