import { circle, path, rect, stroke } from '../svg.js';
import type { Drawing, Ink } from './drawing.js';

/** Drawings of small things that only the hand of a given person holds. */

const book = (ink: Ink): string =>
  [
    path('M-62 -88Q-30 -104 0 -90Q30 -104 62 -88V-2Q30 -16 0 -2Q-30 -16 -62 -2z', ink.body),
    path('M-56 -90Q-28 -104 0 -92V-8Q-28 -20 -56 -8z', '#fbf6ea'),
    path('M56 -90Q28 -104 0 -92V-8Q28 -20 56 -8z', '#efe6d3'),
    ...[-78, -66, -54, -42, -30].map((y) =>
      stroke(`M-47 ${y}Q-27 ${y - 8} -9 ${y}M47 ${y}Q27 ${y - 8} 9 ${y}`, ink.dark, 1.6, 0.4),
    ),
    stroke('M0 -91V-6', ink.shade, 2),
  ].join('');

const phone = (ink: Ink): string =>
  [
    rect([-26, -100], [52, 100], ink.dark, 8),
    rect([-22, -94], [44, 84], ink.accent, 4) + rect([-22, -94], [44, 34], ink.light, 4, 0.45),
    rect([-8, -7], [16, 2.6], '#ffffff', 1.3, 0.6),
  ].join('');

const ball = (ink: Ink): string =>
  [
    circle([0, -50], 50, ink.body),
    path('M0 -100A50 50 0 0 1 0 0C24 -26 24 -74 0 -100z', ink.shade, 0.6),
    stroke('M-47 -66Q0 -40 47 -66M-47 -34Q0 -60 47 -34', ink.light, 3.4, 0.9),
    circle([-18, -70], 9, '#ffffff', 0.4),
  ].join('');

export const HANDHELD = {
  book: { size: 0.3, stand: 'ground', home: 'meadow', colour: '#8c3f3a', draw: book },
  phone: { size: 0.3, stand: 'ground', home: 'meadow', draw: phone },
  ball: { size: 0.3, stand: 'ground', home: 'meadow', colour: '#e0662f', draw: ball },
} satisfies Record<string, Drawing>;
