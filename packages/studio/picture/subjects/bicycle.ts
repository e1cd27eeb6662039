import { circle, dots, ellipse, path, stroke } from '../svg.js';
import type { Drawing, Ink } from './drawing.js';

/** Hubs of the rear and the front wheel. */
const REAR = [-38, -27] as const;
const FRONT = [40, -27] as const;
const RADIUS = 25;
const SPOKES = 12;

function wheel([x, y]: readonly [number, number], ink: Ink): string {
  const spokes = Array.from({ length: SPOKES }, (_, at) => {
    const angle = (Math.PI * 2 * at) / SPOKES;
    const [dx, dy] = [Math.cos(angle) * (RADIUS - 3), Math.sin(angle) * (RADIUS - 3)];
    return `M${x} ${y}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  }).join('');
  const ring = (radius: number) =>
    `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  return (
    stroke(spokes, ink.light, 0.7, 0.85) +
    stroke(ring(RADIUS), ink.dark, 4) +
    stroke(ring(RADIUS - 3), ink.light, 1.2) +
    circle([x, y], 3.2, ink.dark)
  );
}

const tube = (from: readonly number[], to: readonly number[]): string =>
  `M${from.join(' ')}L${to.join(' ')}`;

const CRANK = [-4, -26] as const;
const SEAT = [-15, -70] as const;
const HEAD = [29, -72] as const;

function frame(ink: Ink): string {
  const tubes = [
    tube(REAR, CRANK),
    tube(REAR, [-13, -64]),
    tube(CRANK, SEAT),
    tube(CRANK, [31, -62]),
    tube([-13, -63], HEAD),
  ].join('');
  return (
    stroke(tubes, ink.body, 4.6) +
    stroke(tubes, ink.light, 1.1, 0.55) +
    stroke(tube([27, -80], FRONT), ink.body, 4.2)
  );
}

/** Draws the handlebar with grip and bell, and the saddle. */
const seats = (ink: Ink): string =>
  [
    stroke('M27 -80C26 -90 30 -93 22 -94C16 -94.6 12 -92 10 -89', ink.dark, 2.8),
    stroke('M14 -92.6L9.6 -88', ink.accent, 4.4) + circle([24, -96.6], 2.6, '#d9b25f'),
    stroke(tube(SEAT, [-17, -78]), ink.dark, 2.6),
    path(
      'M-31 -80C-30 -85 -20 -83 -4 -82C-3 -80 -6 -79 -12 -78C-18 -76 -24 -74 -29 -75Q-32 -77 -31 -80z',
      ink.dark,
    ),
  ].join('');

const FLOWERS = [
  [37, -90, 5],
  [45, -94, 5.6],
  [53, -90, 5],
  [49, -86, 4],
  [41, -86, 4],
] as const;

const basket = (ink: Ink): string =>
  [
    path(dots(FLOWERS), ink.accent),
    path(dots(FLOWERS.slice(0, 3).map(([x, y, r]) => [x, y, r / 3] as const)), '#ffe7a0'),
    path('M32 -86H58L54 -66H36z', '#c79a62'),
    stroke('M33 -80H57M34.4 -73H55.6M39 -86L41 -66M45 -86V-66M51 -86L49 -66', '#8a6236', 1.1, 0.9),
  ].join('');

/** Draws chain, ring and pedals. */
const drive = (ink: Ink): string =>
  [
    stroke(`M${REAR.join(' ')}L-4 -33M-38 -24L-4 -19`, ink.dark, 1, 0.8),
    circle(CRANK, 7.4, ink.dark) + circle(CRANK, 5, ink.light) + circle(CRANK, 2, ink.dark),
    stroke('M-4 -26L3 -14M-4 -26L-11 -38', ink.dark, 2.4),
    stroke('M-2 -13H9M-16 -39H-6', ink.dark, 3),
  ].join('');

/**
 * Draws a city bicycle from the side, riding to the right, with mudguards, a rack, and its two
 * lamps.
 */
const bicycle = (ink: Ink): string =>
  [
    ellipse([2, 0], 62, 3.6, ink.dark, 0.28),
    wheel(REAR, ink) + wheel(FRONT, ink),
    stroke('M-64 -36A28 28 0 0 1 -24 -52M26 -52A28 28 0 0 1 66 -37', ink.shade, 2.6),
    stroke('M-62 -58H-30M-58 -58L-39 -30M-33 -58L-20 -60', ink.dark, 1.6),
    frame(ink) + seats(ink) + basket(ink) + drive(ink),
    circle([-66, -40], 2.6, '#e0483a') + circle([32, -60], 3.4, '#fff0b8'),
  ].join('');

export const BICYCLES = {
  bicycle: { size: 0.44, stand: 'ground', home: 'meadow', colour: '#2f8f83', draw: bicycle },
} satisfies Record<string, Drawing>;
