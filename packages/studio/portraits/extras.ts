import { lighten } from '../picture/colour.js';
import { circle, ellipse, path, stroke } from '../picture/svg.js';
import type { PortraitLook } from './look.js';
import { both } from './markup.js';
import type { ExtraName } from './styles.js';

const GOLD = '#d9a441';

const lens = (d: string, frame: string, width: number): string =>
  both(path(d, '#ffffff', 0.1) + stroke(d, frame, width));

const EXTRAS = {
  hoops: ({ face: { cheek: x } }: PortraitLook) =>
    both(
      stroke(`M-${x + 12} 590a34 38 0 1 0 .1 0`, '#8a5f1c', 9) +
        stroke(`M-${x + 13} 589a34 38 0 1 0 .1 0`, GOLD, 6) +
        stroke(`M-${x + 40} 610q-8 14 -4 30`, lighten(GOLD, 0.14), 4),
    ),
  studs: ({ face: { cheek: x } }: PortraitLook) =>
    both(circle([-x - 12, 588], 9, '#efe6dc') + circle([-x - 14, 585], 3.4, '#ffffff')),
  roundGlasses: () =>
    lens('M-120 534a54 50 0 1 0 108 0a54 50 0 1 0 -108 0', '#2b2430', 7.5) +
    both(stroke('M-120 526L-152 516', '#2b2430', 7)) +
    stroke('M-13 526Q0 514 13 526', '#2b2430', 7) +
    stroke('M-100 512l28 -18M30 512l28 -18', '#ffffff', 6, 0.35),
  thinGlasses: () =>
    lens(
      'M-116 500H-18Q-12 500 -13 508L-18 556Q-20 566 -30 566H-98Q-110 566 -112 554L-120 508Q-121 500 -112 500Z',
      '#3b3f47',
      5,
    ) +
    both(stroke('M-120 512L-158 508', '#3b3f47', 5)) +
    stroke('M-14 514Q0 506 14 514', '#3b3f47', 5) +
    stroke('M-92 520l22 -14M38 520l22 -14', '#ffffff', 6, 0.35),
  headphones: ({ neck: w }: PortraitLook) =>
    stroke(`M-${w + 56} 880C-${w + 70} 800 -${w + 34} 772 -${w + 4} 790`, '#d9d9dd', 20) +
    stroke(`M${w + 56} 880C${w + 70} 800 ${w + 34} 772 ${w + 4} 790`, '#c9c9cf', 20) +
    both(
      ellipse([-w - 50, 908], 42, 58, '#b9bac2') +
        ellipse([-w - 56, 904], 38, 54, '#f1f1f4') +
        ellipse([-w - 58, 902], 24, 36, '#dcdde3'),
    ),
} satisfies Record<ExtraName, (look: PortraitLook) => string>;

/** Draws glasses, jewellery and the like. */
export const drawExtras = (look: PortraitLook): string =>
  look.extras.map((name) => EXTRAS[name](look)).join('');
