import { toLab } from '../picture/colour.js';
import type { Raster, SubjectBox } from './open.js';
import { computeSwatches } from './swatches.js';

const WHOLE: SubjectBox = { x: 0, y: 0, w: 1, h: 1 };

/** Number of pixels at each side of the thumbnail that count as surroundings. */
const BORDER_PX = 2;
const BORDER_COLOURS = 6;
/** A difference in OKLab below this is shading, not a subject. */
const DIFFERENCE_MIN = 0.1;
/** The subject's threshold, as a fraction of the largest difference. */
const SUBJECT_SHARE = 0.45;

const toHex = (rgb: Uint8Array): string => `#${Buffer.from(rgb).toString('hex')}`;

/** Computes each pixel's distance from the nearest main colour of the border. */
function computeDifferences({ data, info: { width, height } }: Raster): Float32Array {
  const isInside = (at: number, size: number) => at >= BORDER_PX && at < size - BORDER_PX;
  const border: number[] = [];
  for (let at = 0; at < width * height; at += 1) {
    if (isInside(at % width, width) && isInside(Math.floor(at / width), height)) continue;
    border.push(...data.subarray(3 * at, 3 * at + 3));
  }
  const surroundings = computeSwatches(Uint8Array.from(border), BORDER_COLOURS).map(({ colour }) =>
    toLab(colour),
  );
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [l, a, b] = toLab(toHex(data.subarray(3 * at, 3 * at + 3)));
    return Math.min(...surroundings.map(([sl, sa, sb]) => Math.hypot(l - sl, a - sa, b - sb)));
  });
}

/**
 * Computes the minimum of each pixel and its neighbours, which removes lines, such as the edge
 * between two fields.
 */
function erode(field: Float32Array, width: number): Float32Array {
  return field.map((value, at) => {
    const x = at % width;
    const adjacent = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width];
    return adjacent.reduce((least, near) => Math.min(least, field[near] ?? value), value);
  });
}

interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
  weight: number;
}

/** Collects the connected pixels above `least` around a start, and clears them. */
function take(field: Float32Array, width: number, start: number, least: number): Region {
  const region = { left: width, top: Infinity, right: 0, bottom: 0, weight: 0 };
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const value = field[at] ?? 0;
    if (value < least) continue;
    field[at] = 0;
    const [x, y] = [at % width, Math.floor(at / width)];
    region.left = Math.min(region.left, x);
    region.right = Math.max(region.right, x + 1);
    region.top = Math.min(region.top, y);
    region.bottom = Math.max(region.bottom, y + 1);
    region.weight += value;
    if (x > 0) open.push(at - 1);
    if (x < width - 1) open.push(at + 1);
    open.push(at - width, at + width);
  }
  return region;
}

/**
 * Finds the part that differs most from the colours along the border; the whole picture if nothing
 * differs.
 * @param thumbnail has few pixels, because every pixel is read here, on the event loop
 */
export function findSubjectBox(thumbnail: Raster): SubjectBox {
  const { width, height } = thumbnail.info;
  const field = erode(computeDifferences(thumbnail), width);
  const most = field.reduce((largest, value) => Math.max(largest, value), 0);
  if (most < DIFFERENCE_MIN) return WHOLE;
  const least = most * SUBJECT_SHARE;
  let best: Region | null = null;
  for (let at = 0; at < field.length; at += 1) {
    if ((field[at] ?? 0) < least) continue;
    const region = take(field, width, at, least);
    if (best === null || region.weight > best.weight) best = region;
  }
  if (best === null) return WHOLE;
  // Adds one pixel on each side, which the erosion removed.
  const [left, top] = [Math.max(0, best.left - 1), Math.max(0, best.top - 1)];
  const [right, bottom] = [Math.min(width, best.right + 1), Math.min(height, best.bottom + 1)];
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    x: round(left / width),
    y: round(top / height),
    w: round((right - left) / width),
    h: round((bottom - top) / height),
  };
}
