import { lighten } from '../colour.js';
import { ellipse, path, rect, stroke } from '../svg.js';
import type { Drawing, Ink } from './drawing.js';

/**
 * Drawings of objects on a table. Glass is drawn as a tone, a lighter tone, and one hard highlight.
 */

const perfume = (ink: Ink): string =>
  [
    rect([-11, -100], [22, 22], ink.dark, 2) + rect([-11, -100], [6, 22], '#ffffff', 2, 0.18),
    rect([-8, -79], [16, 7], '#d8b46a', 1) + stroke('M-8 -75.5H8', '#8a6a30', 0.8, 0.6),
    path(
      'M-30 -66Q-30 -72 -24 -72H24Q30 -72 30 -66V-6Q30 0 24 0H-24Q-30 0 -30 -6z',
      lighten(ink.body, 0.14),
      0.75,
    ),
    path('M-26 -52H26V-8Q26 -4 22 -4H-22Q-26 -4 -26 -8z', ink.body),
    path('M4 -52H26V-8Q26 -4 22 -4H4z', ink.shade, 0.5),
    ellipse([0, -52], 26, 2.2, ink.light, 0.75),
    rect([-13, -40], [26, 24], '#fbf6ec', 1, 0.92) +
      rect([-10, -37], [20, 18], ink.accent, 0, 0.16),
    stroke('M-7 -31H7M-5 -27H5M-3 -23.5H3', ink.dark, 1, 0.7),
    rect([-27.5, -68], [4, 62], '#ffffff', 2, 0.55) + rect([23.5, -66], [2, 52], '#ffffff', 1, 0.3),
  ].join('');

const bottle = (ink: Ink): string =>
  [
    path(
      'M-7 -100H7V-76C8 -66 18 -62 18 -50V-4Q18 0 14 0H-14Q-18 0 -18 -4V-50C-18 -62 -8 -66 -7 -76z',
      ink.body,
    ),
    path('M1 -100H7V-76C8 -66 18 -62 18 -50V-4Q18 0 14 0H3z', ink.shade, 0.6),
    rect([-8, -103], [16, 9], ink.dark, 1.5) + rect([-7, -94], [14, 9], ink.accent),
    rect([-18, -44], [36, 28], '#fbf4e4') + rect([3, -44], [15, 28], ink.dark, 0, 0.1),
    ellipse([-1, -32], 7, 7, ink.accent, 0.9) + stroke('M-11 -21H11', ink.dark, 1.2, 0.6),
    path('M-14.5 -50C-14 -58 -6 -64 -5 -72H-3C-3 -62 -11 -56 -11 -48V-46H-14.5z', '#ffffff', 0.5),
    rect([-14.5, -13], [3, 9], '#ffffff', 1, 0.45),
  ].join('');

const cup = (ink: Ink): string =>
  [
    stroke('M-10 -72C-18 -82 -2 -88 -10 -100M8 -72C0 -82 16 -88 8 -100', ink.light, 2.6, 0.55),
    ellipse([0, -3], 48, 6.5, ink.light) + ellipse([0, -4.5], 34, 4, ink.shade, 0.35),
    path('M28 -52C52 -56 52 -24 24 -20L25 -26C42 -30 42 -48 28 -45z', ink.body),
    path('M-34 -62H34C34 -36 28 -14 12 -5H-12C-28 -14 -34 -36 -34 -62z', ink.body),
    path('M8 -62H34C34 -36 28 -14 12 -5H2C10 -20 10 -44 8 -62z', ink.shade, 0.5),
    ellipse([0, -62], 34, 6.6, ink.light) + ellipse([0, -61.4], 30, 5, '#4a2a1a'),
    ellipse([-4, -61.6], 13, 2.4, '#c08a58', 0.9),
    path('M-28 -52C-28 -38 -22 -24 -15 -15C-20 -28 -23 -40 -23 -52z', '#ffffff', 0.45),
  ].join('');

const vase = (ink: Ink): string =>
  [
    stroke(
      'M-2 -50C-8 -80 -22 -94 -30 -104M0 -50C2 -84 4 -100 2 -116M3 -50C10 -76 24 -90 36 -96',
      '#5a6b47',
      1.6,
    ),
    ['-30 -104', '2 -116', '36 -96', '-18 -86', '21 -84', '-1 -92', '12 -102', '-10 -100']
      .map((at) => path(`M${at}c-8 -2 -10 -10 -4 -16c8 2 10 10 4 16z`, ink.accent))
      .join(''),
    path(
      'M-9 -54H9C9 -44 28 -38 28 -20C28 -8 20 0 12 0H-12C-20 0 -28 -8 -28 -20C-28 -38 -9 -44 -9 -54z',
      ink.body,
    ),
    path('M2 -54H9C9 -44 28 -38 28 -20C28 -8 20 0 12 0H2C14 -10 14 -36 2 -54z', ink.shade, 0.5),
    ellipse([0, -54], 9, 2.2, ink.dark),
    stroke('M-26 -24Q0 -16 26 -24M-27 -18Q0 -10 27 -18', ink.light, 1.4, 0.7),
    path('M-19 -30C-23 -22 -22 -12 -16 -6C-18 -16 -18 -22 -15 -32z', '#ffffff', 0.45),
  ].join('');

const sneaker = (ink: Ink): string =>
  [
    path(
      'M-50 -12C-52 -34 -50 -46 -44 -58C-34 -52 -24 -54 -18 -62C-8 -46 14 -32 40 -28C54 -25 58 -18 57 -10z',
      ink.body,
    ),
    path(
      'M-50 -12C-51 -24 -51 -32 -49.5 -40C-36 -30 -26 -26 -16 -12zM18 -35C30 -30 40 -28 44 -27C55 -24 58 -18 57 -10H30C30 -22 26 -30 18 -35z',
      ink.shade,
      0.65,
    ),
    path('M-30 -14C-10 -20 6 -22 26 -36L31 -31C16 -18 2 -12 -18 -11z', ink.light),
    path('M-52 -12C-30 -16 30 -14 58 -13C60 -4 56 0 50 0H-46C-52 0 -54 -6 -52 -12z', '#fbf7ef'),
    stroke('M-51 -6H58', ink.accent, 1.6),
    stroke('M-12 -53l9 -5M-5 -46l9 -5M3 -40l9 -5M12 -35l8 -5', '#fbf7ef', 2.4),
    path('M-44 -58C-34 -52 -24 -54 -18 -62L-15 -58C-22 -48 -34 -46 -45.6 -53z', ink.dark),
  ].join('');

const handbag = (ink: Ink): string =>
  [
    stroke('M-20 -58C-20 -96 20 -96 20 -58', ink.dark, 4.4),
    path('M-36 -60H36L44 -4Q44 0 40 0H-40Q-44 0 -44 -4z', ink.body),
    path('M6 -60H36L44 -4Q44 0 40 0H10z', ink.shade, 0.45),
    path('M-36 -60H36L38.6 -42C24 -28 -24 -28 -38.6 -42z', lighten(ink.body, 0.05)),
    stroke('M-38.6 -42C-24 -28 24 -28 38.6 -42', ink.dark, 1.1, 0.6),
    rect([-6, -38], [12, 11], '#d9b25f', 2) + rect([-2.5, -35], [5, 5], ink.dark, 1),
    stroke('M-40 -5H40', ink.light, 0.9, 0.6),
    path('M-33 -56L-39 -8H-35L-29 -56z', '#ffffff', 0.25),
  ].join('');

export const PRODUCTS = {
  perfume: { size: 0.46, stand: 'ground', home: 'table', draw: perfume },
  bottle: { size: 0.5, stand: 'ground', home: 'table', draw: bottle },
  cup: { size: 0.36, stand: 'ground', home: 'table', draw: cup },
  vase: { size: 0.4, stand: 'ground', home: 'table', draw: vase },
  sneaker: { size: 0.36, stand: 'ground', home: 'table', draw: sneaker },
  handbag: { size: 0.42, stand: 'ground', home: 'table', draw: handbag },
} satisfies Record<string, Drawing>;
