import { circle, ellipse, path, stroke } from '../svg.js';
import type { Drawing, Ink } from './drawing.js';

/** Drawings of sitting animals, seen from the front: one body, five heads. */

const eyes = (ink: Ink, y: number, apart: number, size: number): string =>
  circle([-apart, y], size, ink.dark) +
  circle([apart, y], size, ink.dark) +
  circle([-apart + size * 0.35, y - size * 0.35], size * 0.32, '#ffffff', 0.9) +
  circle([apart + size * 0.35, y - size * 0.35], size * 0.32, '#ffffff', 0.9);

/** Draws haunches, chest and front legs; `sock` colours the paws. */
const body = (ink: Ink, chest: string, sock: string): string =>
  path('M-22 0C-34 -2 -30 -28 -18 -38L-12 -56H12L18 -38C30 -28 34 -2 22 0z', ink.body) +
  path('M0 -56H12L18 -38C30 -28 34 -2 22 0H0z', ink.shade, 0.45) +
  path('M-11 0C-13 -12 -12 -22 -11 -28H-.8V0zM11 0C13 -12 12 -22 11 -28H.8V0z', ink.body) +
  path('M.8 -28H11C12 -22 13 -12 11 0H.8z', ink.shade, 0.3) +
  path(
    'M-12 -54C-17 -40 -12 -28 -6 -24L-3.4 -17L0 -22L3.4 -17L6 -24C12 -28 17 -40 12 -54z',
    chest,
  ) +
  path('M-11 0C-12 -5 -12 -8 -11.8 -11L-.8 -9V0zM11 0C12 -5 12 -8 11.8 -11L.8 -9V0z', sock);

const fox = (ink: Ink): string =>
  [
    path('M16 -3C42 4 60 -16 53 -40C49 -54 37 -56 36 -44C36 -30 30 -24 16 -20z', ink.body),
    path('M53 -40C49 -54 37 -56 36 -44C36 -41 36 -39 35 -37C41 -41 48 -41 53 -40z', ink.light),
    body(ink, ink.light, ink.dark),
    path(
      'M-25 -101L-9 -86Q0 -89 9 -86L25 -101L25 -78L33 -62Q15 -48 0 -44Q-15 -48 -33 -62L-25 -78z',
      ink.body,
    ),
    path('M0 -87.5Q5 -87.5 9 -86L25 -101L25 -78L33 -62Q15 -48 0 -44z', ink.shade, 0.35),
    path('M-22 -94L-12 -84.5L-22 -79zM22 -94L12 -84.5L22 -79z', ink.dark),
    path(
      'M-33 -62Q-18 -68 -8 -60Q-3 -54 0 -44Q-15 -48 -33 -62zM33 -62Q18 -68 8 -60Q3 -54 0 -44Q15 -48 33 -62z',
      ink.light,
    ),
    eyes(ink, -69, 11.5, 2.6),
    ellipse([0, -45.5], 3.6, 2.7, ink.dark),
  ].join('');

const cat = (ink: Ink): string =>
  [
    stroke('M20 -5C44 -4 50 -22 41 -34C36 -42 42 -52 50 -48', ink.body, 7.5),
    body(ink, ink.body, ink.light),
    path(
      'M-23 -97L-8 -85Q0 -87 8 -85L23 -97L25 -70C26 -54 14 -47 0 -47C-14 -47 -26 -54 -25 -70z',
      ink.body,
    ),
    path('M0 -86Q4 -86 8 -85L23 -97L25 -70C26 -54 14 -47 0 -47z', ink.shade, 0.35),
    path('M-20 -90L-11 -83L-20 -77zM20 -90L11 -83L20 -77z', ink.accent, 0.8),
    ellipse([-10.5, -68], 4.6, 4.2, '#ffe27a'),
    ellipse([10.5, -68], 4.6, 4.2, '#ffe27a'),
    ellipse([-10.5, -68], 1.5, 3.8, ink.dark),
    ellipse([10.5, -68], 1.5, 3.8, ink.dark),
    path('M-3 -60H3L0 -56.5z', ink.accent),
    stroke('M0 -56.5Q-3 -52 -7 -54M0 -56.5Q3 -52 7 -54', ink.dark, 1.1),
    stroke('M-14 -58L-34 -61M-14 -56L-33 -53M14 -58L34 -61M14 -56L33 -53', ink.light, 0.8, 0.8),
  ].join('');

const dog = (ink: Ink): string =>
  [
    stroke('M20 -6C36 -6 46 -18 46 -32', ink.body, 8),
    body(ink, ink.light, ink.light),
    path('M-22 -74C-22 -94 22 -94 22 -74C24 -60 16 -45 0 -45C-16 -45 -24 -60 -22 -74z', ink.body),
    path(
      'M-18 -86C-36 -90 -38 -62 -29 -54C-22 -52 -20 -66 -16 -78zM18 -86C36 -90 38 -62 29 -54C22 -52 20 -66 16 -78z',
      ink.shade,
    ),
    path('M-3.5 -88Q0 -89 3.5 -88L8 -64C14 -58 12 -46 0 -45C-12 -46 -14 -58 -8 -64z', ink.light),
    eyes(ink, -70, 10.5, 2.8),
    ellipse([0, -60], 4.6, 3.4, ink.dark),
    stroke('M0 -57V-53M-6 -51Q0 -48 6 -51', ink.dark, 1.2),
    path('M-14 -46Q0 -38 14 -46L13 -41Q0 -33 -13 -41z', ink.accent),
  ].join('');

const bear = (ink: Ink): string =>
  [
    path('M-30 0C-42 -16 -38 -46 -18 -56H18C38 -46 42 -16 30 0z', ink.body),
    path('M0 -56H18C38 -46 42 -16 30 0H0z', ink.shade, 0.4),
    ellipse([0, -24], 18, 20, ink.light, 0.5),
    path('M-32 0C-36 -14 -14 -14 -13 0zM32 0C36 -14 14 -14 13 0z', ink.shade),
    circle([-20, -88], 9, ink.body) + circle([20, -88], 9, ink.shade),
    circle([-20, -88], 4.6, ink.dark, 0.5) + circle([20, -88], 4.6, ink.dark, 0.5),
    ellipse([0, -70], 27, 23.5, ink.body),
    ellipse([0, -61], 13, 10, ink.light, 0.85),
    eyes(ink, -73, 11, 2.6),
    ellipse([0, -65], 5, 3.6, ink.dark),
    stroke('M0 -62V-58M-5 -56Q0 -53 5 -56', ink.dark, 1.2),
  ].join('');

const rabbit = (ink: Ink): string =>
  [
    circle([28, -12], 9, ink.light),
    body(ink, ink.light, ink.light),
    path(
      'M-16 -74C-30 -100 -24 -124 -15 -124C-6 -122 -4 -96 -5 -78zM16 -74C30 -100 24 -124 15 -124C6 -122 4 -96 5 -78z',
      ink.body,
    ),
    path(
      'M-13 -80C-20 -100 -18 -116 -14.5 -116C-10 -114 -9 -94 -9 -80zM13 -80C20 -100 18 -116 14.5 -116C10 -114 9 -94 9 -80z',
      ink.accent,
      0.55,
    ),
    ellipse([0, -64], 21, 19, ink.body),
    path('M0 -83C12 -83 21 -75 21 -64C21 -53 12 -45 0 -45z', ink.shade, 0.35),
    ellipse([-6, -53], 7.5, 6, ink.light) + ellipse([6, -53], 7.5, 6, ink.light),
    eyes(ink, -66, 10.5, 3),
    path('M-3.4 -59H3.4L0 -55z', ink.accent),
  ].join('');

export const SEATED = {
  fox: { size: 0.36, stand: 'ground', home: 'meadow', colour: '#e0702c', draw: fox },
  cat: { size: 0.34, stand: 'ground', home: 'roof', colour: '#33333d', draw: cat },
  dog: { size: 0.36, stand: 'ground', home: 'meadow', colour: '#b87a45', draw: dog },
  bear: { size: 0.4, stand: 'ground', home: 'woodland', colour: '#7a4f35', draw: bear },
  rabbit: { size: 0.27, stand: 'ground', home: 'meadow', colour: '#b9a08c', draw: rabbit },
} satisfies Record<string, Drawing>;
