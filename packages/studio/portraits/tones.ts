import { lighten, mix } from '../picture/colour.js';

/** A surface's colours under the one light, which comes from the upper left. */
export interface SurfaceTones {
  readonly base: string;
  readonly light: string;
  readonly shade: string;
  readonly deep: string;
}

const WARM_SHADOW = '#a03a30';

/** Returns a skin's tones, whose shadows are warmer than the base colour, never grey. */
export const skinTones = (skin: string): SurfaceTones => ({
  base: skin,
  light: mix(lighten(skin, 0.05), '#fff0dc', 0.16),
  shade: mix(lighten(skin, -0.07), WARM_SHADOW, 0.15),
  deep: mix(lighten(skin, -0.17), WARM_SHADOW, 0.22),
});

const shaded = (base: string, shadow: string): SurfaceTones => ({
  base,
  light: mix(lighten(base, 0.06), '#fff4e4', 0.1),
  shade: mix(base, shadow, 0.2),
  deep: mix(base, shadow, 0.42),
});

export const clothTones = (base: string): SurfaceTones => shaded(base, '#1d1220');
export const hairTones = (base: string): SurfaceTones => shaded(base, '#34140c');
