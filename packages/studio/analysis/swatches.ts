import { toLab } from '../picture/colour.js';

/** A raster's main colour, and the fraction of pixels with about this colour. */
export interface Swatch {
  readonly colour: string;
  readonly share: number;
}

interface ColourBin {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/**
 * OKLab distance below which two colours count as one, such as shades of a sky, but not sky and
 * sea.
 */
const ALIKE = 0.11;
const SHARE_MIN = 0.02;

const toHexColour = ({ count, red, green, blue }: ColourBin): string =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function add(bin: ColourBin, other: ColourBin): void {
  bin.count += other.count;
  bin.red += other.red;
  bin.green += other.green;
  bin.blue += other.blue;
}

/** Groups pixels by the upper four bits of each channel, the fullest bin first. */
function buildHistogram(rgb: Uint8Array): ColourBin[] {
  const bins = new Map<number, ColourBin>();
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key);
    const pixel = { count: 1, red, green, blue };
    if (bin === undefined) bins.set(key, pixel);
    else add(bin, pixel);
  }
  return [...bins.values()].toSorted((one, other) => other.count - one.count);
}

/** Computes the perceived distance between two colours, about 0 to 1. */
export function computeColourDistance(one: string, other: string): number {
  const [l, a, b] = toLab(one);
  const [ol, oa, ob] = toLab(other);
  return Math.hypot(l - ol, a - oa, b - ob);
}

/**
 * Computes the main colours of tightly packed RGB pixels, most frequent first; never empty for a
 * picture.
 */
export function computeSwatches(rgb: Uint8Array, limit = 5): readonly Swatch[] {
  const clusters: { readonly seed: string; readonly sum: ColourBin }[] = [];
  for (const bin of buildHistogram(rgb)) {
    const colour = toHexColour(bin);
    const home = clusters.find(({ seed }) => computeColourDistance(seed, colour) < ALIKE);
    if (home === undefined) clusters.push({ seed: colour, sum: { ...bin } });
    else add(home.sum, bin);
  }
  return clusters
    .map(({ sum }) => ({ colour: toHexColour(sum), share: (3 * sum.count) / rgb.length }))
    .toSorted((one, other) => other.share - one.share)
    .filter(({ share }, rank) => rank === 0 || share >= SHARE_MIN)
    .slice(0, limit);
}
