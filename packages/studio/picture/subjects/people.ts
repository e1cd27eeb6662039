import { lighten } from '../colour.js';
import { circle, ellipse, group, path, rect, stroke } from '../svg.js';
import type { Drawing, Ink, DrawingContext } from './drawing.js';

const SKINS = ['#f2c9a5', '#e0a878', '#c68a5e', '#9a623f', '#6f4630'] as const;
const HAIRS = ['#241a1c', '#1d1b26', '#45291f', '#7a4526', '#b8763a'] as const;

const WOMEN = ['woman', 'girl', 'lady', 'queen', 'bride', 'she'];
const MEN = ['man', 'boy', 'king', 'he', 'father', 'grandfather'];
const has = (context: DrawingContext, names: readonly string[]): boolean =>
  names.some((name) => context.words.has(name));

/** Draws a person seen from behind, facing into the picture. */
const person = (ink: Ink, context: DrawingContext): string => {
  const hair = context.random.pick(HAIRS);
  const skirt = has(context, WOMEN) || (!has(context, MEN) && context.random.chance(0.4));
  const lower = skirt
    ? path('M-9 -48H9L20 -14Q0 -8 -20 -14z', ink.body) +
      path('M2 -48H9L20 -14Q14 -12 6 -11z', ink.shade, 0.5)
    : path('M-9 -46H9L10 -4H1.5L0 -34L-1.5 -4H-10z', ink.dark);
  const wet = has(context, ['rain', 'rainy', 'umbrella', 'drizzle']);
  const umbrella = wet
    ? stroke('M13 -44V-108', ink.dark, 1.6) +
      path(
        'M-26 -96C-22 -124 40 -124 46 -96C38 -101 28 -101 22 -96C16 -101 6 -101 -2 -96C-10 -101 -20 -101 -26 -96z',
        ink.accent,
      )
    : '';
  const pack = has(context, ['hiker', 'traveler', 'traveller', 'backpack'])
    ? rect([-9, -72], [18, 24], ink.accent, 5) + stroke('M-9 -60H9', ink.dark, 1.2, 0.6)
    : '';
  const long = skirt ? path('M-8 -90C-11 -76 -10 -68 -8 -62H8C10 -68 11 -76 8 -90z', hair) : '';
  return [
    path('M-8 -14L-7 0H-2L-2 -14zM8 -14L7 0H2L2 -14z', ink.dark),
    lower,
    path(
      'M-8 -78C-15 -76 -17 -60 -18 -44L-14 -43L-10 -60L-11 -44H11L10 -60L14 -43L18 -44C17 -60 15 -76 8 -78z',
      ink.body,
    ),
    path('M1 -78H8C15 -76 17 -60 18 -44L14 -43L10 -60L11 -44H3z', ink.shade, 0.5),
    pack,
    rect([-2.6, -82], [5.2, 6], '#c68a5e'),
    circle([0, -89], 8, hair) + long,
    context.words.has('hat')
      ? ellipse([0, -92], 14, 3, ink.accent) + path('M-8 -92C-8 -104 8 -104 8 -92z', ink.accent)
      : '',
    umbrella,
  ].join('');
};

const FACE = 'M-16 -72C-17.5 -58 -12 -47 0 -41C12 -47 17.5 -58 16 -72C15 -90 -15 -90 -16 -72z';

function features(ink: Ink, lips: string): string {
  const shy = stroke('M-11.6 -64q4.4 3.4 8.6 .4M3 -63.6q4.2 3 8.6 -.4', ink.dark, 1.5);
  const lashes = stroke(
    'M-11.4 -63.6l-2 .6M-9.6 -62.2l-1.4 1.5M11.4 -63.6l2 .6M9.6 -62.2l1.4 1.5',
    ink.dark,
    0.9,
  );
  return [
    stroke('M-12 -69.6q4.4 -3 8.8 -.8M3.2 -70.4q4.4 -2.2 8.8 .8', ink.dark, 1.5, 0.85),
    shy + lashes,
    stroke('M.6 -64c.6 4 2.4 7 1.6 9q-1.4 1.4 -3.4 .6', ink.dark, 1, 0.45),
    path('M-5.4 -49.2q2.6 -2.4 5.4 -1q2.8 -1.4 5.4 1q-5.4 5.2 -10.8 0z', lips),
    circle([-10, -57], 4.2, lips, 0.2) + circle([10.4, -57], 4.2, lips, 0.2),
  ].join('');
}

const hat = (ink: Ink): string =>
  group(
    'rotate(-5 0 -82)',
    path('M-21 -82C-22 -110 -10 -106 0 -103C10 -106 22 -110 21 -82z', ink.accent) +
      path('M6 -104.4C15 -107 22 -104 21 -82H10C12 -92 11 -100 6 -104.4z', ink.dark, 0.16) +
      path('M-21.4 -90Q0 -84 21.4 -90L21 -81H-21z', ink.dark) +
      path('M-45 -80C-30 -89 30 -89 45 -80C30 -70 -30 -70 -45 -80z', ink.accent) +
      path('M-45 -80C-30 -75 30 -75 45 -80C30 -70 -30 -70 -45 -80z', ink.dark, 0.28),
  );

/** Draws head and shoulders, eyes closed, lit from the left. */
const bust = (ink: Ink, context: DrawingContext): string => {
  const tone = context.random.whole(0, SKINS.length - 1);
  const skin = SKINS[tone] ?? SKINS[0];
  const shade = lighten(skin, -0.1);
  // Brown on brown would hide the face, so darker skins exclude some of the light hair colours.
  const hair = context.random.pick(HAIRS.slice(0, Math.max(2, HAIRS.length - tone)));
  const man = has(context, MEN) && !has(context, WOMEN);
  const lips = man ? lighten(skin, -0.14) : '#c4473f';
  const locks = man
    ? ''
    : path(
        'M-22 -72C-28 -50 -34 -34 -27 -18C-14 -22 14 -22 27 -18C34 -34 28 -50 22 -72C20 -96 -20 -96 -22 -72z',
        hair,
      );
  const fringe = man
    ? path(
        'M-17.4 -66C-21 -92 -8 -97 4 -95C18 -95 20 -82 17.4 -66C16 -74 14 -79 9 -82C0 -80 -8 -80 -12 -82C-15 -78 -16.4 -73 -17.4 -66z',
        hair,
      )
    : path(
        'M-18.6 -58C-22 -88 -8 -95 2 -93C16 -93 22 -80 18.6 -58C18 -70 14 -78 4 -84C-4 -76 -16 -74 -18.6 -58z',
        hair,
      );
  const beard =
    man && context.random.chance(0.5)
      ? path(
          'M-16.6 -62C-16 -48 -8 -39 0 -38C8 -39 16 -48 16.6 -62C13 -54 8 -53.4 0 -53.4C-8 -53.4 -13 -54 -16.6 -62z',
          hair,
          0.92,
        )
      : '';
  return [
    locks,
    path('M-54 2C-52 -20 -34 -26 -16 -31Q0 -20 16 -31C34 -26 52 -20 54 2z', ink.body),
    path('M4 -24Q10 -27 16 -31C34 -26 52 -20 54 2H20C22 -10 14 -20 4 -24z', ink.shade, 0.5),
    path('M-8.4 -50V-33Q-12 -31.6 -16 -31Q0 -19 16 -31Q12 -31.6 8.4 -33V-50z', shade),
    path(FACE, skin),
    path('M0 -41C12 -47 17.5 -58 16 -72C15.4 -80 10 -85 4 -86C8 -74 8 -56 0 -41z', shade, 0.42),
    beard,
    features(ink, lips),
    fringe,
    man ? '' : circle([-17.4, -54], 1.9, '#e9b949') + circle([17.4, -54], 1.9, '#e9b949'),
    context.words.has('hat') ? hat(ink) : '',
    context.words.has('glasses')
      ? stroke(
          'M-13.4 -63a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0M2.2 -63a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0M-2.2 -64h4.4',
          ink.dark,
          1.2,
        )
      : '',
  ].join('');
};

export const PEOPLE = {
  person: { size: 0.4, stand: 'ground', home: 'meadow', draw: person },
  bust: { size: 0.86, stand: 'bust', home: 'meadow', draw: bust },
} satisfies Record<string, Drawing>;
