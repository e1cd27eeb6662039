import { fromLab, lighten, mix, toLab } from '../picture/colour.js';
import type { Palette } from '../picture/palette.js';
import type { Raster } from '../analysis/open.js';
import { computeSwatches } from '../analysis/swatches.js';

const computeLightness = (colour: string): number => toLab(colour)[0];
const computeChroma = (colour: string): number => Math.hypot(...toLab(colour).slice(1));

/** Returns the same hue at another lightness. */
const withLightness = (colour: string, wanted: number): string =>
  lighten(colour, wanted - computeLightness(colour));

/** Below this chroma, a scene has no accent colour. */
const CHROMA_MIN = 0.05;
const ACCENT = '#e76f51';
const DARK_BELOW = 0.45;

/** Picks the strongest colour and makes it light or dark enough to contrast with the scene. */
function computeAccent(colours: readonly string[], dark: boolean): string {
  const strongest =
    colours.toSorted((one, other) => computeChroma(other) - computeChroma(one))[0] ?? ACCENT;
  const own = computeChroma(strongest) < CHROMA_MIN ? ACCENT : strongest;
  const [, a, b] = toLab(own);
  const factor = Math.min(1.6, 0.15 / Math.max(0.02, Math.hypot(a, b)));
  return fromLab([dark ? 0.76 : 0.55, a * factor, b * factor]);
}

/** Computes a scene's inks, so that drawings in front match it. */
export function computeSceneInks({ data, info }: Raster): Palette {
  const third = Math.floor(info.height / 3) * info.width * info.channels;
  const main = (part: Uint8Array) => computeSwatches(part)[0]?.colour ?? '#808080';
  const [top, middle, bottom] = [
    main(data.subarray(0, third)),
    main(data.subarray(third, 2 * third)),
    main(data.subarray(2 * third)),
  ];
  const swatches = computeSwatches(data, 8);
  const colours = swatches.map(({ colour }) => colour);
  const byLight = colours.toSorted((one, other) => computeLightness(one) - computeLightness(other));
  const total = swatches.reduce((sum, { share }) => sum + share, 0);
  const mean = swatches.reduce(
    (sum, { colour, share }) => sum + share * computeLightness(colour),
    0,
  );
  const dark = mean / total < DARK_BELOW;
  const lightest = byLight.at(-1) ?? middle;
  return {
    skyTop: top,
    skyMid: mix(top, middle, 0.6),
    skyLow: mix(middle, lightest, 0.6),
    light: withLightness(lightest, 0.92),
    far: middle,
    near: withLightness(bottom, Math.min(0.42, computeLightness(bottom) * 0.75)),
    ink: withLightness(byLight[0] ?? bottom, 0.2),
    accent: computeAccent(colours, dark),
    dark,
  };
}
