import type { ImageLimits } from './rendition-limits.js';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export interface FittedImage extends PixelSize {
  /**
   * `none`: the whole picture fills the frame. `pad`: edges are added, because the ratios differ.
   */
  readonly fit: 'none' | 'pad';
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** Ratios that differ by less than this count as equal, because sides are whole pixels. */
const SAME_SHAPE = 0.005;

export function isSameShape(one: PixelSize, other: PixelSize): boolean {
  return Math.abs((one.width * other.height) / (one.height * other.width) - 1) < SAME_SHAPE;
}

/** Fits a picture to an exact size. */
export const fitExact = (source: PixelSize, { width, height }: PixelSize): FittedImage => ({
  width,
  height,
  fit: isSameShape(source, { width, height }) ? 'none' : 'pad',
});

/**
 * Computes a picture's size within the limits. A picture is never enlarged, unless it is too
 * narrow. If it is too tall or too wide, edges are added up to the closest allowed ratio.
 */
export function fitImage(source: PixelSize, limits: ImageLimits): FittedImage {
  if (limits.exact) return fitExact(source, limits.exact);
  const { widthMin, widthMax, heightMax, ratioMin, ratioMax } = limits;
  const shape = source.width / source.height;
  const canvas = {
    width: Math.max(source.width, source.height * ratioMin),
    height: Math.max(source.height, source.width / ratioMax),
  };
  const smaller = Math.min(1, widthMax / canvas.width, heightMax / canvas.height);
  const scale = Math.max(smaller, widthMin / canvas.width);
  const width = clamp(Math.round(canvas.width * scale), widthMin, widthMax);
  // Rounding to whole pixels must keep the ratio within the limits.
  const lowest = Math.max(1, Math.ceil(width / ratioMax));
  const highest = Math.min(heightMax, Math.floor(width / ratioMin));
  const height = clamp(Math.round(canvas.height * scale), lowest, highest);
  return { width, height, fit: shape < ratioMin || shape > ratioMax ? 'pad' : 'none' };
}

/** Computes the square that surrounds a whole picture. */
export function computeSquare(source: PixelSize, { widthMin, widthMax }: ImageLimits): PixelSize {
  const side = clamp(Math.max(source.width, source.height), widthMin, widthMax);
  return { width: side, height: side };
}
