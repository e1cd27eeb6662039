import { lighten } from '../colour.js';
import { ellipse, group, path, stroke } from '../svg.js';
import type { Drawing, Ink, DrawingContext } from './drawing.js';

const NOODLE = '#f2cf7c';
const BROTH = '#b8672c';
/** The bowl's rim: centre and radii. */
const [RIM_Y, RIM_X, RIM_DEPTH] = [-46, 50, 13];

/** Draws loops of noodles over the broth, each a line in two colours. */
function strands({ random }: DrawingContext): string {
  return Array.from({ length: 15 }, (_, at) => {
    const x = -36 + at * 4.6;
    const y = RIM_Y + random.between(-5, 4);
    const reach = random.between(13, 24);
    const line = `M${x.toFixed(1)} ${y.toFixed(1)}c${(reach * 0.3).toFixed(1)} -8 ${reach.toFixed(1)} -7 ${reach.toFixed(1)} 0s-${(reach * 0.8).toFixed(1)} 7 -${(reach * 0.5).toFixed(1)} 1`;
    return stroke(line, lighten(NOODLE, -0.13), 3.4) + stroke(line, NOODLE, 2.2);
  }).join('');
}

/** Draws half an egg, chopped spring onions, a leaf of nori, and slices of a pink fish cake. */
const toppings = (): string =>
  [
    path('M18 -54L24 -84L42 -80L36 -50z', '#24362e') + stroke('M23 -60L28 -82', '#3f5a4a', 1, 0.8),
    ellipse([-20, -53], 12.5, 8.6, '#fdf6e6') + ellipse([-19.4, -52], 6.6, 4.8, '#f2992e'),
    ellipse([-21, -53.4], 2.4, 1.4, '#ffd98a', 0.9),
    ellipse([7, -53], 9.4, 6.2, '#fbf4ef') +
      stroke('M3 -54c2 -4 8 -3 7.6 .4c-.4 3 -5 2.6 -4.4 .2', '#ef7d95', 1.7),
    [
      [-4, -42],
      [4, -45],
      [-10, -44],
      [14, -43],
      [23, -46],
      [-31, -45],
      [0, -49],
      [29, -45],
    ]
      .map(([x = 0, y = 0]) =>
        stroke(`M${x - 1.6} ${y}a1.7 1.2 0 1 0 3.4 0a1.7 1.2 0 1 0 -3.4 0`, '#5f9e3c', 1.2),
      )
      .join(''),
  ].join('');

/** Draws a steaming bowl of noodle soup with chopsticks. */
const noodles = (ink: Ink, context: DrawingContext): string =>
  [
    stroke('M-16 -72C-24 -82 -8 -88 -16 -102M2 -76C-6 -86 10 -92 2 -106', ink.light, 2.6, 0.5),
    ellipse([0, -2], 30, 4.6, ink.dark, 0.3),
    path('M-19 -8H19L16 0H-16z', ink.shade),
    ellipse([0, RIM_Y], RIM_X, RIM_DEPTH, ink.light),
    ellipse([0, RIM_Y + 0.6], RIM_X - 4, RIM_DEPTH - 2.6, BROTH),
    ellipse([-6, RIM_Y - 1], RIM_X - 14, RIM_DEPTH - 6, lighten(BROTH, 0.07), 0.8),
    strands(context),
    toppings(),
    // The bowl's near wall, with a painted band.
    path('M-50 -46C-50 -34 50 -34 50 -46C50 -24 34 -8 19 -6H-19C-34 -8 -50 -24 -50 -46z', ink.body),
    path('M10 -37C34 -38 50 -41 50 -46C50 -24 34 -8 19 -6H4C16 -12 16 -26 10 -37z', ink.shade, 0.5),
    stroke('M-48 -36C-30 -27 30 -27 48 -36', ink.light, 2.6, 0.85),
    stroke('M-46.5 -31.6C-30 -23 30 -23 46.5 -31.6', ink.accent, 1.5),
    path('M-44 -38C-44 -26 -36 -16 -28 -12C-34 -20 -37 -30 -37 -36z', '#ffffff', 0.35),
    group(
      'rotate(-24 30 -46)',
      stroke('M-30 -57H68M-30 -61.4H70', ink.dark, 2.4) +
        stroke('M52 -57H60M53 -61.4H61', ink.accent, 2.6),
    ),
  ].join('');

export const DISHES = {
  noodles: { size: 0.42, stand: 'ground', home: 'table', colour: '#c8402f', draw: noodles },
} satisfies Record<string, Drawing>;
