import { circle, dots, ellipse, path, stroke } from '../svg.js';
import type { Drawing, Ink } from './drawing.js';

/** Drawings of animals that perch or are on the ground. */

const legs = (ink: Ink): string =>
  path('M-13 -34L-10 0H-6.5L-5 -34zM17 -38L24 -20L21.5 0H25L29.5 -21L27 -40z', ink.shade) +
  path('M-21 -38L-20.5 0H-16.5L-12 -36zM21 -42L31 -22L29.5 0H33.5L37 -23L31 -46z', ink.body);

const deer = (ink: Ink): string =>
  [
    stroke(
      'M-35 -82C-42 -92 -41 -102 -35 -110M-39.5 -94L-49 -101M-40.5 -101L-46 -111M-31 -82C-26 -91 -20 -96 -13 -110M-23.5 -93L-16 -93M-18.5 -100L-9 -101',
      ink.light,
      2.2,
    ),
    legs(ink),
    path(
      'M-23 -52C-8 -58 12 -58 26 -54C36 -51 36 -40 30 -36C14 -28 -6 -29 -17 -31C-24 -36 -26 -44 -33 -60L-36 -66L-46 -65C-52 -65 -52 -69 -47 -72L-40 -79C-37 -83 -31 -83 -28 -78C-25 -68 -24 -60 -23 -52z',
      ink.body,
    ),
    path(
      'M-17 -31C-6 -29 14 -28 30 -36C33 -38 35 -41 35 -45C20 -36 -4 -38 -22 -42z',
      ink.light,
      0.55,
    ),
    path('M-31 -80L-20 -85L-26 -75z', ink.body),
    path('M30 -52L38 -56L36 -46z', ink.light),
    circle([-38.5, -74.5], 1.3, ink.dark) + ellipse([-49.5, -67.5], 1.8, 1.5, ink.dark),
    path(
      dots([
        [2, -50, 1.4],
        [10, -47, 1.4],
        [18, -51, 1.4],
        [24, -46, 1.2],
        [-6, -47, 1.2],
      ]),
      ink.light,
      0.75,
    ),
  ].join('');

const horse = (ink: Ink): string =>
  [
    path('M33 -52C50 -52 46 -28 50 -12C40 -18 38 -34 32 -42z', ink.dark),
    legs(ink),
    path(
      'M-20 -54C-6 -56 10 -60 26 -58C38 -56 38 -42 31 -36C14 -30 -6 -30 -17 -30C-26 -36 -28 -50 -34 -64L-46 -58C-52 -56 -55 -61 -51 -65L-40 -82C-38 -88 -34 -90 -32 -84C-24 -82 -21 -66 -20 -54z',
      ink.body,
    ),
    path(
      'M-17 -30C-6 -30 14 -30 31 -36C35 -39 37 -44 36 -49C20 -38 -4 -40 -23 -42z',
      ink.shade,
      0.6,
    ),
    path(
      'M-36 -89C-24 -92 -14 -72 -13 -54C-18 -50 -22 -56 -22 -62C-24 -72 -28 -80 -36 -89z',
      ink.dark,
    ),
    circle([-40, -74], 1.4, ink.dark),
  ].join('');

const owl = (ink: Ink): string =>
  [
    path('M-30 0V-14Q0 -20 30 -14V0z', ink.dark),
    path(
      'M-26 -86L-20 -76Q0 -84 20 -76L26 -86C32 -60 34 -24 0 -12C-34 -24 -32 -60 -26 -86z',
      ink.body,
    ),
    path('M-12 -46C-16 -28 -8 -18 0 -14C8 -18 16 -28 12 -46z', ink.light),
    path(
      'M-28 -58C-36 -40 -28 -22 -14 -16C-20 -30 -22 -46 -20 -56zM28 -58C36 -40 28 -22 14 -16C20 -30 22 -46 20 -56z',
      ink.shade,
    ),
    circle([-10.5, -64], 10.5, ink.light) + circle([10.5, -64], 10.5, ink.light),
    circle([-10, -64], 6.6, '#ffc93f') + circle([10, -64], 6.6, '#ffc93f'),
    circle([-9.6, -64], 3.6, ink.dark) + circle([9.6, -64], 3.6, ink.dark),
    path('M-3.4 -60H3.4L0 -51z', ink.accent),
    stroke('M-8 -38q3 3 6 0M2 -38q3 3 6 0M-5 -30q2.5 3 5 0q2.5 3 5 0', ink.shade, 1.2, 0.8),
  ].join('');

const bird = (ink: Ink): string =>
  [
    stroke('M-48 0C-20 -6 16 -2 52 -10M20 -6L34 -22', ink.dark, 4.6),
    path('M34 -22q8 -14 20 -12q-4 14 -20 12zM-40 -2q-12 -10 -20 -2q8 10 20 2z', ink.shade),
    stroke('M-2 -4V-18M7 -5V-18', ink.dark, 1.6),
    path('M30 -28L58 -12L52 -8L22 -20z', ink.shade),
    path(
      'M-26 -56C-26 -74 -4 -78 4 -64C12 -52 30 -44 34 -26C20 -10 -14 -10 -20 -28C-23 -38 -26 -46 -26 -56z',
      ink.body,
    ),
    path(
      'M-24 -48C-16 -44 0 -40 2 -20C-10 -14 -18 -20 -20 -28C-22 -36 -24 -42 -24 -48z',
      ink.light,
    ),
    path('M2 -48C18 -48 32 -36 40 -20C24 -18 4 -26 2 -48z', ink.shade),
    path('M-25 -60L-38 -55L-25 -52z', ink.accent),
    circle([-14, -60], 2.6, ink.dark) + circle([-13.3, -60.8], 0.8, '#ffffff'),
  ].join('');

export const WILD = {
  deer: { size: 0.42, stand: 'ground', home: 'woodland', colour: '#a8693b', draw: deer },
  horse: { size: 0.46, stand: 'ground', home: 'meadow', colour: '#7d4a2b', draw: horse },
  owl: { size: 0.34, stand: 'ground', home: 'woodland', colour: '#8f6b4d', draw: owl },
  bird: { size: 0.32, stand: 'ground', home: 'meadow', draw: bird },
} satisfies Record<string, Drawing>;
