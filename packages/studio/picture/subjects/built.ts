import { circle, ellipse, group, path, rect, stroke } from '../svg.js';
import type { Drawing, Ink } from './drawing.js';

/** Drawings of houses and vehicles. */

const house = (ink: Ink): string =>
  [
    rect([18, -92], [11, 30], ink.dark),
    path('M-38 0V-46H38V0z', ink.body),
    path('M6 0V-46H38V0z', ink.shade, 0.5),
    stroke('M-38 -10H38M-38 -20H38M-38 -30H38M-38 -40H38', ink.shade, 0.9, 0.6),
    path('M-48 -42L-10 -82H22L48 -42z', ink.accent),
    path('M-48 -42L-10 -82L8 -42z', ink.dark, 0.28),
    rect([-8, -30], [14, 30], ink.dark) + circle([3, -15], 1.2, ink.lamp),
    rect([-30, -33], [15, 15], ink.lamp, 1) + rect([14, -33], [16, 15], ink.lamp, 1),
    stroke('M-22.5 -33v15M-30 -25.5h15M22 -33v15M14 -25.5h16', ink.dark, 1.2),
  ].join('');

const lighthouse = (ink: Ink): string =>
  [
    path('M6 -97L120 -124V-68z', ink.lamp, 0.22) + path('M6 -97L110 -112V-80z', ink.lamp, 0.25),
    path('M-34 2C-26 -12 -12 -8 -4 -12C10 -16 26 -10 34 2z', ink.dark),
    path('M-15 -8L-9 -86H9L15 -8z', ink.light),
    path(
      'M-15 -8L-13.4 -28H13.4L15 -8zM-12.2 -44L-10.9 -62H10.9L12.2 -44zM-9.6 -78L-9 -86H9L9.6 -78z',
      ink.body,
    ),
    path('M3 -8L2 -86H9L15 -8z', ink.dark, 0.18),
    rect([-13, -89], [26, 4], ink.dark, 1),
    rect([-6.5, -104], [13, 15], ink.lamp),
    stroke('M-6.5 -104v15M0 -104v15M6.5 -104v15', ink.dark, 1.2),
    path('M-9 -104Q0 -118 9 -104z', ink.body),
    rect([-2.4, -72], [4.8, 7], ink.dark, 2) + rect([-2.6, -38], [5.2, 7], ink.dark, 2),
  ].join('');

const castle = (ink: Ink): string => {
  const tower = (x: number, wide: number, high: number) =>
    rect([x - wide / 2, -high], [wide, high], ink.body) +
    rect([x + wide * 0.12, -high], [wide * 0.38, high], ink.shade, 0, 0.5) +
    path(
      `M${x - wide * 0.66} ${-high}L${x} ${-high - wide * 1.7}L${x + wide * 0.66} ${-high}z`,
      ink.accent,
    ) +
    path(`M${x} ${-high - wide * 1.7}v-8l9 3l-9 3z`, ink.light) +
    rect([x - 1.8, -high * 0.8], [3.6, 7], ink.lamp, 1.8);
  return [
    tower(-14, 15, 62) + tower(17, 17, 72),
    path(
      'M-42 0V-38H-36V-44H-28V-38H-20V-44H-12V-38H-4V-44H4V-38H12V-44H20V-38H28V-44H36V-38H42V0z',
      ink.body,
    ),
    path('M12 0V-38H20V-44H28V-38H42V0z', ink.shade, 0.45),
    tower(-42, 14, 52) + tower(42, 14, 50),
    path('M-9 0V-16A9 9 0 0 1 9 -16V0z', ink.dark),
    rect([-26, -28], [4, 8], ink.lamp, 2) + rect([22, -28], [4, 8], ink.lamp, 2),
  ].join('');
};

const windmill = (ink: Ink): string => {
  const sail =
    stroke('M0 0V-46', ink.dark, 1.6) +
    path('M1 -8H10V-45H1z', ink.light, 0.95) +
    stroke('M1 -17h9M1 -27h9M1 -36h9M5.5 -8v-37', ink.dark, 0.7);
  return [
    path('M-20 0L-12 -62H12L20 0z', ink.body),
    path('M4 0L3 -62H12L20 0z', ink.shade, 0.55),
    path('M-14 -62C-12 -80 12 -80 14 -62z', ink.accent),
    rect([-5, -16], [10, 16], ink.dark, 2) + rect([-4, -46], [8, 9], ink.lamp, 1),
    [22, 112, 202, 292].map((turn) => group(`translate(0 -66) rotate(${turn})`, sail)).join(''),
    circle([0, -66], 3, ink.dark),
  ].join('');
};

const boat = (ink: Ink): string =>
  [
    stroke('M-2 -12V-98', ink.dark, 1.8),
    path('M2 -94C26 -66 36 -40 38 -19H2z', ink.light),
    path('M2 -94C14 -66 18 -40 18 -19H2z', '#ffffff', 0.3),
    path('M-5 -86C-10 -60 -22 -36 -36 -19H-5z', ink.body),
    path('M-5 -86C-7 -60 -10 -36 -15 -19H-5z', ink.shade, 0.4),
    path('M-2 -98l14 3l-14 4z', ink.accent),
    path('M-48 -14H50C44 -2 34 6 24 6H-26C-38 6 -46 -4 -48 -14z', ink.dark),
    path('M-48 -14H50L47.5 -9H-46z', ink.body),
  ].join('');

const car = (ink: Ink): string =>
  [
    ellipse([0, 0], 64, 4, ink.dark, 0.35),
    path(
      'M-60 -10C-62 -26 -54 -30 -36 -32C-28 -46 -20 -52 -2 -52C20 -52 30 -44 38 -32C54 -30 62 -26 60 -10z',
      ink.body,
    ),
    path('M-60 -10C-60.5 -14 -60 -18 -59 -20H59.4C60.2 -17 60.4 -14 60 -10z', ink.shade),
    path('M-29 -32C-23 -43 -18 -47 -4 -47V-32zM1 -32V-47C18 -47 25 -42 31 -32z', ink.lamp, 0.9),
    stroke('M-58 -22H58', ink.light, 1.4, 0.9),
    circle([-34, -9], 11, ink.dark) +
      circle([-34, -9], 5, ink.light) +
      circle([34, -9], 11, ink.dark) +
      circle([34, -9], 5, ink.light),
    ellipse([-57, -21], 3, 3.6, '#fff0b8') + rect([56, -24], [4, 5], ink.accent, 1),
    stroke('M-34 -56H26M-28 -56V-51M20 -56V-51', ink.dark, 1.6),
    rect([-20, -66], [28, 10], ink.accent, 2) + rect([-8, -71], [22, 6], ink.dark, 2),
  ].join('');

const balloon = (ink: Ink): string =>
  [
    path(
      'M0 -100C32 -100 42 -74 36 -58C30 -42 12 -32 8 -24H-8C-12 -32 -30 -42 -36 -58C-42 -74 -32 -100 0 -100z',
      ink.body,
    ),
    path(
      'M-9 -99C-28 -84 -26 -48 -6 -24H-8C-12 -32 -30 -42 -36 -58C-42 -74 -32 -96 -9 -99zM9 -99C28 -84 26 -48 6 -24H-6C-3 -24 0 -24 0 -24C10 -52 12 -84 0 -100C4 -100 7 -99.6 9 -99z',
      ink.accent,
    ),
    path('M9 -99C34 -94 41 -74 36 -58C30 -42 12 -32 8 -24H6C26 -48 28 -84 9 -99z', ink.shade, 0.5),
    path('M-22 -92C-34 -82 -34 -66 -30 -58C-32 -72 -28 -84 -22 -92z', '#ffffff', 0.4),
    stroke('M-7 -24L-6 -11M7 -24L6 -11', ink.dark, 0.9),
    path('M-7 -11H7L5.6 0H-5.6z', ink.dark),
  ].join('');

const rocket = (ink: Ink): string =>
  group(
    'rotate(18 0 -50)',
    path('M-8 -16C-14 2 -4 12 0 30C4 12 14 2 8 -16z', '#ff9d3c') +
      path('M-4 -16C-7 -4 -2 2 0 12C2 2 7 -4 4 -16z', '#fff0b0') +
      path(
        'M-16 -48C-32 -36 -32 -20 -28 -8L-12 -20zM16 -48C32 -36 32 -20 28 -8L12 -20z',
        ink.accent,
      ) +
      path('M0 -108C22 -88 22 -44 12 -16H-12C-22 -44 -22 -88 0 -108z', ink.light) +
      path('M0 -108C22 -88 22 -44 12 -16H3C10 -44 10 -84 0 -108z', ink.shade, 0.45) +
      path('M0 -108C8 -100 13 -91 15.5 -82H-15.5C-13 -91 -8 -100 0 -108z', ink.body) +
      circle([0, -62], 8.4, ink.dark) +
      circle([0, -62], 6, ink.lamp),
  );

export const BUILT = {
  house: { size: 0.38, stand: 'ground', home: 'meadow', colour: '#b0764c', draw: house },
  lighthouse: { size: 0.6, stand: 'ground', home: 'beach', colour: '#c8402f', draw: lighthouse },
  castle: { size: 0.46, stand: 'ground', home: 'meadow', colour: '#a99b96', draw: castle },
  windmill: { size: 0.5, stand: 'ground', home: 'meadow', colour: '#d9c7a8', draw: windmill },
  boat: { size: 0.42, stand: 'water', home: 'sea', draw: boat },
  car: { size: 0.36, stand: 'ground', home: 'desert', draw: car },
  balloon: { size: 0.46, stand: 'air', home: 'meadow', draw: balloon },
  rocket: { size: 0.46, stand: 'air', home: 'desert', draw: rocket },
} satisfies Record<string, Drawing>;
