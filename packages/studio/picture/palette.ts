import type { Brief } from './brief.js';
import { lighten, mix, tinted } from './colour.js';
import type { Random } from './random.js';
import type { Light } from './words.js';

/** One picture's inks. */
export interface Palette {
  readonly skyTop: string;
  readonly skyMid: string;
  readonly skyLow: string;
  /** Colour of sun or moon and of highlights. */
  readonly light: string;
  /**
   * Colour of terrain at the horizon; `near` is nearest to the viewer, and layers in between are
   * mixed.
   */
  readonly far: string;
  readonly near: string;
  /** Colour of the darkest foreground. */
  readonly ink: string;
  readonly accent: string;
  readonly dark: boolean;
}

type PaletteRow = readonly [
  skyTop: string,
  skyMid: string,
  skyLow: string,
  light: string,
  far: string,
  near: string,
  ink: string,
  accent: string,
];

/** Hand-picked ink sets by light; the seed picks among one light's rows. */
const ROWS: Readonly<Record<Light, readonly [PaletteRow, ...PaletteRow[]]>> = {
  dawn: [
    ['#6f86c4', '#eeb0c0', '#ffe6c7', '#fff3d4', '#c8a5c6', '#4a4d80', '#27284f', '#ff7b6b'],
    ['#7fb6c9', '#f5cdbd', '#fff0d6', '#fff6dc', '#b9b7cf', '#50688f', '#22365a', '#f2836b'],
    ['#a58ac0', '#f7a8a0', '#ffdfa9', '#fff1c4', '#c990ae', '#583f74', '#2c1f48', '#ffcf6e'],
  ],
  day: [
    ['#4f9fcf', '#a4d6e4', '#fdf1d8', '#fff4cf', '#9dc8c8', '#2c6a5c', '#123a38', '#e76f51'],
    ['#7fbcc0', '#cfe3cf', '#f8ebc8', '#fff7e0', '#a9c1a6', '#3f7468', '#17383a', '#d1495b'],
    ['#2f80b7', '#86c8e3', '#e9f5ec', '#fffbe6', '#8fbcd4', '#2f6f86', '#123247', '#ffb347'],
    ['#e9b872', '#f4dba8', '#fbf1d9', '#fffaf0', '#cbb98c', '#5b7b5a', '#24413a', '#c8553d'],
  ],
  sunset: [
    ['#2f3270', '#d4526e', '#ffb765', '#ffe39a', '#b5546f', '#3b2152', '#1d1034', '#ffd166'],
    ['#e8603c', '#f8a24c', '#fde3a7', '#fff5d8', '#d97643', '#6a2a48', '#33152c', '#2a9d8f'],
    ['#59305f', '#e5626a', '#ffcb8a', '#ffeec2', '#c5677b', '#4a2a5a', '#24143a', '#f7d070'],
  ],
  dusk: [
    ['#1f2a5c', '#6c4c95', '#f5a08f', '#ffd9b0', '#6b5293', '#241c4a', '#120e2d', '#f7b267'],
    ['#163a5f', '#4d7ea8', '#f3b9a1', '#ffe3c4', '#5a789f', '#1a3350', '#0b1a30', '#ff8c61'],
    ['#3a1f5d', '#a2477f', '#ff9d7a', '#ffe0b8', '#7d4582', '#2c1748', '#160a2a', '#5ad1c9'],
  ],
  night: [
    ['#0a1230', '#1b2b5e', '#46579a', '#f8f0d0', '#34487f', '#0f1a3e', '#070c20', '#ffc857'],
    ['#05202c', '#0f4655', '#41858a', '#fdf3d0', '#2d666c', '#0a2b34', '#04151b', '#f4a259'],
    ['#170f33', '#3a2467', '#7d5299', '#fbe8d8', '#4d3880', '#1b1240', '#0c0822', '#ff9e7a'],
  ],
};

const SNOW = '#eef5fb';

const map = (palette: Palette, change: (colour: string) => string): Palette => ({
  skyTop: change(palette.skyTop),
  skyMid: change(palette.skyMid),
  skyLow: change(palette.skyLow),
  light: change(palette.light),
  far: change(palette.far),
  near: change(palette.near),
  ink: change(palette.ink),
  accent: palette.accent,
  dark: palette.dark,
});

function createInks(light: Light, random: Random): Palette {
  const [skyTop, skyMid, skyLow, high, far, near, ink, accent] = random.pick(ROWS[light]);
  const dark = light === 'night' || light === 'dusk';
  return { skyTop, skyMid, skyLow, light: high, far, near, ink, accent, dark };
}

/**
 * Chooses a brief's inks by light; colour words colour them, and weather mutes them.
 * @param given inks from a picture, used instead of the choice by light
 */
export function choosePalette(brief: Brief, random: Random, given: Palette | null = null): Palette {
  let palette = given ?? createInks(brief.light, random);
  const { dark } = palette;
  if (brief.weather.has('rain') || brief.weather.has('storm')) {
    palette = map(palette, (colour) =>
      mix(colour, dark ? '#24406b' : '#8798a8', dark ? 0.14 : 0.3),
    );
  }
  if (brief.weather.has('snowfall') || brief.ground === 'snow') {
    // Light over snow is cool, and bright in the distance.
    palette = { ...palette, far: mix(palette.far, dark ? palette.skyLow : SNOW, 0.35) };
  }
  const own = brief.cast.find((member) => member.colour !== null)?.colour ?? null;
  if (brief.tint !== null) {
    const tint = brief.tint;
    palette = { ...map(palette, (colour) => tinted(colour, tint, 0.72)), accent: palette.accent };
  }
  return { ...palette, accent: own ?? palette.accent };
}

/** Returns the terrain's colour at a distance: 0 at the horizon, 1 nearest to the viewer. */
export const terrain = (palette: Palette, nearness: number): string =>
  mix(palette.far, palette.near, nearness);

/** Returns the colour of snow in this light; `depth` goes from 0 (far) to 1 (near). */
export function snowColour(palette: Palette, depth: number): string {
  const bright = palette.dark ? mix(palette.skyLow, SNOW, 0.35) : mix(palette.skyLow, SNOW, 0.75);
  return lighten(mix(bright, palette.skyMid, 0.3 * (1 - depth)), palette.dark ? -0.02 : 0);
}

/** Returns an object's own colour in this picture's light. */
export function lit(palette: Palette, colour: string): string {
  return palette.dark ? mix(colour, palette.near, 0.32) : mix(colour, palette.skyLow, 0.08);
}
