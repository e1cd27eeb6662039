import { lighten } from '../colour.js';
import { pine as pineShape } from '../pines.js';
import { circle, dots, ellipse, group, n, path, stroke } from '../svg.js';
import type { Drawing, Ink, DrawingContext } from './drawing.js';

/** Leaf masses in a crown: x, y, radius. */
const CROWN = [
  [-27, -62, 17],
  [26, -60, 18],
  [-12, -80, 19],
  [14, -82, 18],
  [0, -62, 21],
  [-38, -48, 11],
  [38, -47, 11],
] as const;

/**
 * Draws a crown in three tones: mass, shade on the lower right, light on the upper left, then
 * specks.
 */
function crown(ink: Ink, { random }: DrawingContext, speck: string): string {
  const shifted = (dx: number, dy: number, scale: number) =>
    dots(CROWN.map(([x, y, r]) => [x + dx, y + dy, r * scale] as const));
  const specks = Array.from({ length: 70 }, () => {
    const [x, y, r] = random.pick(CROWN);
    const turn = random.between(0, 2 * Math.PI);
    const away = r * Math.sqrt(random.next()) * 1.12;
    return [x + away * Math.cos(turn), y + away * Math.sin(turn), random.between(0.35, 1)] as const;
  });
  return (
    path(shifted(1.6, 2.2, 1.03), ink.shade) +
    path(shifted(0, 0, 0.94), ink.body) +
    path(shifted(-3, -3.6, 0.74), lighten(ink.body, 0.055)) +
    path(dots(specks), speck, 0.9)
  );
}

const TRUNK =
  'M-6 0C-3 -14 -4 -30 -8 -44L-22 -58L-19 -60L-5 -49L-1 -70H3L4 -48L18 -60L21 -57L8 -42C5 -28 5 -14 9 0z';

const tree = (ink: Ink, context: DrawingContext): string => {
  const fall = ['autumn', 'fall', 'maple'].some((word) => context.words.has(word));
  const leaves = fall ? { ...ink, body: '#d9722e', shade: '#a84a24' } : ink;
  return path(TRUNK, ink.dark) + crown(leaves, context, lighten(leaves.body, 0.12));
};

const blossom = (ink: Ink, context: DrawingContext): string => {
  const fallen = Array.from({ length: 26 }, () => {
    return [
      context.random.between(-44, 44),
      context.random.between(-3, 6),
      context.random.between(0.4, 0.9),
    ] as const;
  });
  return (
    path(TRUNK, ink.dark) + crown(ink, context, '#fff1f4') + path(dots(fallen), ink.light, 0.9)
  );
};

const pine = (ink: Ink): string =>
  path(pineShape(2.4, 0, 100), ink.light) + path(pineShape(0, 0, 100), ink.body);

const palm = (ink: Ink): string => {
  const frond = 'M0 0C12 -16 34 -16 46 4C34 -4 26 -4 20 -1L19 -5L14 0L12 -4L6 1z';
  const leaves = [-168, -132, -95, -55, -18, 18, 200]
    .map((turn, index) =>
      group(
        `translate(8 -84) rotate(${turn / 1.6 + 30})`,
        path(frond, index % 2 === 0 ? ink.body : ink.shade),
      ),
    )
    .join('');
  return (
    path('M-6 0C-2 -30 0 -60 6 -86H11C8 -60 6 -30 5 0z', ink.dark) +
    stroke('M-4 -12h8M-2 -26h8M0 -40h7M2 -54h7M4 -68h6', ink.light, 1, 0.5) +
    leaves +
    group('translate(8 -84) scale(-1 1) rotate(-14)', path(frond, ink.body)) +
    circle([5, -82], 3.4, ink.accent) +
    circle([12, -81], 3.4, ink.accent)
  );
};

const cactus = (ink: Ink): string =>
  [
    stroke('M0 2V-90M-28 -58V-48Q-28 -36 -14 -36H0M27 -70V-58Q27 -46 14 -46H0', ink.body, 16),
    stroke('M4 2V-90M-24 -58V-48Q-24 -40 -14 -40M31 -70V-58Q31 -44 14 -42H6', ink.shade, 6, 0.6),
    stroke('M-4 0V-90M-31 -58V-48M24 -70V-58', ink.light, 1.6, 0.8),
    stroke('M1 0V-92M-27 -60V-50M28 -72V-60', ink.light, 0.9, 0.5),
    path(
      dots([
        [0, -100, 3.4],
        [-4, -98, 2.6],
        [4, -98, 2.6],
        [-28, -67, 2.4],
        [27, -79, 2.4],
      ]),
      ink.accent,
    ),
  ].join('');

/** Draws one bloom: petals around a heart, on its stem. */
function bloom(ink: Ink, x: number, y: number, size: number, petals: number): string {
  const petal = `M0 0C${n(-size * 0.34)} ${n(-size * 0.4)} ${n(-size * 0.26)} ${n(-size)} 0 ${n(-size)}C${n(size * 0.26)} ${n(-size)} ${n(size * 0.34)} ${n(-size * 0.4)} 0 0z`;
  const ring = Array.from({ length: petals }, (_, index) => {
    const paint = index % 2 === 0 ? ink.body : lighten(ink.body, -0.05);
    return group(`rotate(${n((360 / petals) * index)})`, path(petal, paint));
  });
  return group(
    `translate(${n(x)} ${n(y)})`,
    ring.join('') + circle([0, 0], size * 0.3, ink.dark) + circle([0, 0], size * 0.2, '#f3c14b'),
  );
}

const flower = (ink: Ink): string => {
  const leaf = '#4f8a55';
  return [
    stroke(
      'M0 0C2 -30 -2 -50 0 -76M-4 0C-8 -20 -22 -34 -26 -54M4 0C8 -18 20 -30 27 -46',
      lighten(leaf, -0.08),
      2.8,
    ),
    path(
      'M0 -18C-18 -34 -36 -28 -40 -18C-26 -10 -10 -10 0 -18zM2 -24C16 -40 34 -34 40 -22C26 -16 12 -16 2 -24z',
      leaf,
    ),
    bloom(ink, -26, -56, 17, 9),
    bloom(ink, 28, -48, 15, 9),
    bloom(ink, 0, -78, 23, 11),
  ].join('');
};

const mushroom = (ink: Ink): string =>
  [
    path('M24 0C22 -12 24 -22 22 -30H34C34 -20 34 -10 36 0z', ink.light),
    path('M8 -28C10 -48 46 -48 48 -28C36 -24 20 -24 8 -28z', ink.shade),
    path('M-22 0C-16 -20 -18 -36 -16 -52H8C8 -36 8 -18 14 0z', ink.light),
    path('M-2 0C0 -20 0 -36 -2 -52H8C8 -36 8 -18 14 0z', ink.shade, 0.25),
    path('M-50 -46C-46 -104 40 -104 44 -46C20 -38 -26 -38 -50 -46z', ink.body),
    path('M6 -89C30 -86 42 -70 44 -46C32 -42 16 -40 0 -40C14 -56 14 -74 6 -89z', ink.shade, 0.5),
    ellipse([-3, -43.5], 30, 3.6, ink.dark, 0.35),
    path(
      dots([
        [-22, -66, 6],
        [2, -78, 5],
        [20, -60, 5.6],
        [-6, -56, 3.6],
        [-36, -53, 3],
        [33, -50, 2.6],
      ]),
      '#fff6e8',
      0.95,
    ),
  ].join('');

export const PLANTS = {
  tree: { size: 0.52, stand: 'ground', home: 'meadow', colour: '#4f8f4a', draw: tree },
  blossom: { size: 0.6, stand: 'ground', home: 'lake', colour: '#f4a3bd', draw: blossom },
  pine: { size: 0.56, stand: 'ground', home: 'snow', colour: '#2f6a52', draw: pine },
  palm: { size: 0.58, stand: 'ground', home: 'beach', colour: '#2f8a58', draw: palm },
  cactus: { size: 0.42, stand: 'ground', home: 'desert', colour: '#3f8a5b', draw: cactus },
  flower: { size: 0.42, stand: 'ground', home: 'meadow', draw: flower },
  mushroom: { size: 0.32, stand: 'ground', home: 'woodland', colour: '#cf3b34', draw: mushroom },
} satisfies Record<string, Drawing>;
