import { circle, dots, ellipse, group, path, stroke } from '../svg.js';
import type { Drawing, Ink, DrawingContext } from './drawing.js';

/** Drawings of animals in the air or in the water. */

const flock = (ink: Ink, { random }: DrawingContext): string =>
  Array.from({ length: 7 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const row = Math.ceil(index / 2);
    const x = side * row * 24 + random.between(-4, 4);
    const scale = 1 - row * 0.12;
    const wing = 'M0 0C-5 -10 -13 -12 -20 -8C-13 -9 -6 -4 0 6C6 -4 13 -9 20 -8C13 -12 5 -10 0 0z';
    return group(
      `translate(${x.toFixed(1)} ${-80 + row * 16}) scale(${scale.toFixed(2)})`,
      path(wing, ink.dark),
    );
  }).join('');

const whale = (ink: Ink): string =>
  [
    stroke(
      'M-22 -56C-24 -74 -38 -80 -44 -72M-21 -56C-20 -76 -6 -82 0 -74M-21.5 -58V-80',
      ink.light,
      3,
      0.9,
    ),
    path(
      'M-60 4C-62 -30 -38 -48 -8 -44C20 -40 30 -20 46 -22C52 -24 54 -34 52 -46C62 -44 66 -38 66 -34C72 -42 80 -42 86 -38C80 -26 70 -20 62 -12C54 0 44 4 34 4z',
      ink.body,
    ),
    path('M-60 4C-61 -8 -58 -18 -52 -26C-44 -12 -20 -6 8 4z', ink.light),
    stroke('M-54 -14Q-40 -4 -22 0M-56 -6Q-46 0 -36 3', ink.shade, 1.2, 0.7),
    circle([-42, -22], 2, ink.dark),
    path('M-16 -8C-10 4 2 8 10 8C6 -2 2 -10 -4 -14z', ink.shade),
  ].join('');

const fish = (ink: Ink): string =>
  group(
    'rotate(-32 0 -50)',
    path(
      'M34 -50C50 -66 60 -64 62 -74C70 -58 66 -48 62 -44C66 -38 64 -28 56 -20C54 -32 44 -38 34 -48z',
      ink.accent,
    ) +
      path('M-44 -50C-32 -74 16 -78 38 -50C18 -24 -30 -26 -44 -50z', ink.body) +
      path('M-44 -50C-30 -40 16 -38 38 -50C18 -24 -30 -26 -44 -50z', ink.light, 0.75) +
      path('M-8 -68C2 -84 18 -82 24 -76L16 -64zM-4 -34C0 -24 8 -20 16 -22L12 -36z', ink.accent) +
      stroke('M-24 -63Q-16 -50 -24 -38', ink.shade, 1.6) +
      stroke('M-6 -56q4 6 0 12M6 -56q4 6 0 12M18 -54q3 5 0 9', ink.shade, 1.2, 0.7) +
      circle([-33, -54], 3, ink.dark),
  ) +
  path(
    dots([
      [-30, -2, 3],
      [-40, -12, 2],
      [32, -4, 3],
      [42, -14, 2],
      [20, -8, 1.6],
    ]),
    ink.light,
    0.9,
  );

const butterfly = (ink: Ink): string => {
  const wing =
    path(
      'M2 -52C14 -92 52 -96 54 -76C54 -58 28 -48 4 -48zM4 -46C26 -48 46 -38 42 -22C36 -8 10 -18 2 -42z',
      ink.body,
    ) +
    path(
      'M8 -54C18 -78 42 -86 46 -76C46 -64 26 -54 8 -54zM8 -43C22 -44 36 -36 34 -26C28 -18 14 -26 8 -43z',
      ink.accent,
    ) +
    path(
      dots([
        [48, -81, 2],
        [51, -72, 1.8],
        [40, -24, 2],
        [34, -18, 1.6],
      ]),
      ink.light,
    );
  return (
    group(
      'rotate(14 0 -50)',
      wing + group('scale(-1 1)', wing) + ellipse([0, -50], 2.6, 18, ink.dark),
    ) +
    group(
      'rotate(14 0 -50)',
      stroke('M0 -66C-3 -78 -9 -82 -14 -84M0 -66C3 -78 9 -82 14 -84', ink.dark, 1.3),
    )
  );
};

export const FREE = {
  flock: { size: 0.3, stand: 'air', home: 'sea', draw: flock },
  whale: { size: 0.3, stand: 'water', home: 'sea', colour: '#3d6488', draw: whale },
  fish: { size: 0.3, stand: 'water', home: 'lake', colour: '#f2793a', draw: fish },
  butterfly: { size: 0.3, stand: 'air', home: 'meadow', draw: butterfly },
} satisfies Record<string, Drawing>;
