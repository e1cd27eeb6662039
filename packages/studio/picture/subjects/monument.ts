import { circle, ellipse, path, rect, stroke } from '../svg.js';
import type { Drawing, Ink, DrawingContext } from './drawing.js';

/** Drawings for a picture whose prompt contains nothing that we can draw. */

const cairn = (ink: Ink, { random }: DrawingContext): string => {
  let y = 0;
  return [34, 27, 22, 16, 11, 7]
    .map((half, index) => {
      const high = half * random.between(0.5, 0.68);
      const x = random.between(-4, 4);
      y -= high;
      const tone = index % 2 === 0 ? ink.body : ink.light;
      const stone =
        ellipse([x, y], half, high, tone) +
        path(
          `M${x} ${y - high}A${half} ${high} 0 0 1 ${x} ${y + high}A${half * 0.5} ${high} 0 0 0 ${x} ${y - high}z`,
          ink.shade,
          0.45,
        );
      y -= high * 0.88;
      return stone;
    })
    .join('');
};

const gate = (ink: Ink): string =>
  [
    path('M-40 0V-62A40 38 0 0 1 40 -62V0H24V-60A24 24 0 0 0 -24 -60V0z', ink.body),
    path('M0 -100A40 38 0 0 1 40 -62V0H24V-60A24 24 0 0 0 0 -84z', ink.shade, 0.5),
    circle([0, -60], 14, ink.accent),
    rect([-48, -5], [96, 6], ink.dark, 2),
  ].join('');

const orb = (ink: Ink): string =>
  [
    path('M-16 0L-6 -34H6L16 0z', ink.dark),
    circle([0, -62], 36, ink.body),
    path('M0 -98A36 36 0 0 1 0 -26A22 36 0 0 0 0 -98z', ink.shade, 0.5),
    stroke('M-52 -52C-30 -34 30 -34 54 -66', ink.accent, 3.4),
    stroke('M-52 -52C-56 -62 -40 -68 -34 -69M54 -66C54 -76 42 -76 34 -74', ink.accent, 3.4),
    circle([-12, -76], 8, ink.light, 0.7),
  ].join('');

const totem = (ink: Ink, { random }: DrawingContext): string => {
  const shapes = [
    (y: number) => circle([0, y - 12], 12, ink.accent),
    (y: number) => rect([-15, y - 24], [30, 24], ink.body, 3),
    (y: number) => path(`M-18 ${y}H18L0 ${y - 24}z`, ink.light),
    (y: number) => path(`M-18 ${y}A18 22 0 0 1 18 ${y}z`, ink.shade),
    (y: number) => path(`M0 ${y - 24}L14 ${y - 12}L0 ${y}L-14 ${y - 12}z`, ink.accent),
  ] as const;
  return (
    rect([-22, -6], [44, 6], ink.dark, 2) +
    [6, 30, 54, 78].map((y) => random.pick(shapes)(-y)).join('')
  );
};

export const MONUMENTS = {
  monument: {
    size: 0.38,
    stand: 'ground',
    home: 'meadow',
    draw: (ink, context) => context.random.pick([cairn, gate, orb, totem])(ink, context),
  },
} satisfies Record<string, Drawing>;
