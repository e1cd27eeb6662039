import { createRandom } from '../picture/random.js';
import { toLab } from '../picture/colour.js';
import type { Brief } from '../picture/brief.js';
import type { Light, Weather } from '../picture/words.js';

type Line = [number, number, number];

/** A change to all of a picture's colours: a linear map of red, green and blue, then a constant. */
export interface Grade {
  readonly matrix: [Line, Line, Line];
  readonly lift: number;
}

type GradeRow = readonly [tint: string, strength: number, gain: number, lift: number];

const LIGHTS: Readonly<Record<Light, GradeRow>> = {
  dawn: ['#ffc4a8', 0.42, 1, 10],
  day: ['#fff3d6', 0.12, 1.16, 4],
  sunset: ['#ff9c54', 0.46, 0.94, 4],
  dusk: ['#7d68c4', 0.52, 0.66, 2],
  night: ['#4a66c8', 0.7, 0.46, 0],
};

const WEATHERS: Readonly<Partial<Record<Weather, GradeRow>>> = {
  rain: ['#8fa6c0', 0.5, 0.8, 4],
  storm: ['#71839f', 0.55, 0.8, 0],
  snowfall: ['#d3e0f0', 0.5, 0.88, 8],
  mist: ['#e2e7ec', 0.4, 0.74, 58],
  clouds: ['#c3ccd6', 0.3, 0.94, 4],
  stars: ['#4a66c8', 0.2, 0.94, 0],
  aurora: ['#3f8f8a', 0.5, 0.62, 0],
  fireflies: ['#6a7a4a', 0.35, 0.7, 0],
  leaves: ['#f0a54a', 0.35, 1, 0],
  petals: ['#fbc6d4', 0.28, 1.03, 4],
};

/** Words that change the picture but are not drawn. */
const CHANGES: readonly (readonly [words: string, row: GradeRow])[] = [
  ['brighter lighter brighten lighten', ['#ffffff', 0, 1.22, 6]],
  ['darker darken dim gloomy', ['#ffffff', 0, 0.68, 0]],
  ['warmer cosy cozy', ['#ffbf80', 0.35, 1.02, 0]],
  ['cold cool cooler colder', ['#8fb8e8', 0.4, 0.98, 0]],
  ['faded muted pastel soft', ['#efe6dc', 0.4, 0.86, 34]],
  ['vivid vibrant saturated colourful colorful', ['#ffffff', -0.35, 1, 0]],
];

/** Gentle grades, used if no word asks for a grade. */
const GENTLE: readonly GradeRow[] = [
  ['#ffe2bd', 0.22, 1.03, 2],
  ['#cfe0ff', 0.22, 1.02, 2],
  ['#f3e3ea', 0.2, 0.97, 10],
  ['#ffffff', -0.14, 1.02, 0],
];

const LUMA: Line = [0.2126, 0.7152, 0.0722];
const NOTHING: Grade = {
  matrix: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  lift: 0,
};

/**
 * Builds a grade. A fraction `strength` of each pixel becomes the tint at the pixel's own
 * brightness; negative values make the pixel more vivid.
 */
function buildGrade([tint, strength, gain, lift]: GradeRow): Grade {
  const value = Number.parseInt(tint.slice(1), 16);
  const parts = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  const luma = parts.reduce((sum, part, at) => sum + part * (LUMA[at] ?? 0), 0);
  // A compromise between keeping the brightness, which clips strong colours, and keeping the peak.
  const norm = Math.max(1, 0.5 * luma + 0.5 * Math.max(...parts));
  const line = (channel: number): Line => {
    const share = ((parts[channel] ?? 0) / norm) * strength;
    const own = (at: number) => (at === channel ? 1 - strength : 0);
    return LUMA.map((weight, at) => gain * (own(at) + share * weight)) as Line;
  };
  return { matrix: [line(0), line(1), line(2)], lift };
}

/** Composes two grades into one. */
function composeGrades(first: Grade, next: Grade): Grade {
  const line = (row: Line): Line =>
    [0, 1, 2].map((column) =>
      row.reduce((sum, value, at) => sum + value * (first.matrix[at]?.[column] ?? 0), 0),
    ) as Line;
  const [red, green, blue] = next.matrix;
  const gain = next.matrix.flat().reduce((sum, value) => sum + value, 0) / 3;
  return { matrix: [line(red), line(green), line(blue)], lift: first.lift * gain + next.lift };
}

/**
 * Builds the row for a colour word: a dark colour also darkens, and a neutral colour removes the
 * colours.
 */
function tintRow(colour: string): GradeRow {
  const [lightness, a, b] = toLab(colour);
  const gain = 0.72 + 0.42 * lightness;
  return Math.hypot(a, b) < 0.03 ? ['#808080', 0.95, gain, 0] : [colour, 0.58, gain, 0];
}

/** Picks the rows for the words; empty if no word concerns light or colour. */
function pickRows(brief: Brief): readonly GradeRow[] {
  return [
    ...(brief.lightNamed ? [LIGHTS[brief.light]] : []),
    ...[...brief.weather].flatMap((kind) => {
      const row = WEATHERS[kind];
      return row === undefined ? [] : [row];
    }),
    ...(brief.tint === null ? [] : [tintRow(brief.tint)]),
    ...CHANGES.filter(([words]) => words.split(' ').some((word) => brief.words.has(word))).map(
      ([, row]) => row,
    ),
  ];
}

/**
 * Chooses how a prompt's words change an existing picture's colours.
 * @param seed chooses among the gentle grades
 */
export function chooseGrade(brief: Brief, seed: string): Grade {
  const rows = pickRows(brief);
  const wanted = rows.length > 0 ? rows : [createRandom(seed).fork('grade').pick(GENTLE)];
  return wanted.map(buildGrade).reduce(composeGrades, NOTHING);
}
