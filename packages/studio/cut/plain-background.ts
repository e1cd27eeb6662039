import type { Raster } from '../analysis/open.js';
import { computeSwatches } from '../analysis/swatches.js';
import { findLargestParts, computeKeptShare, type Mask } from './mask.js';

/**
 * Finds the subject in front of a plain background: a packshot on white, a portrait at a studio
 * wall.
 */

/**
 * Number of main colours along the edge. More than two important ones mean scenery, not a plain
 * background.
 */
const BACKGROUND_COLOURS = 4;
const BACKGROUND_SHARE_MIN = 0.08;
const PLAIN_MAX = { item: 2, figure: 2, portrait: 1 } as const;
/**
 * How far light and JPEG may move the background from its main colours, and from one pixel to the
 * next.
 */
const DRIFT_MAX = 46;
const STEP_MAX = 12;
/** A part smaller than this, relative to the largest part, is dirt. */
const PART_MIN = 0.04;
/**
 * The subject's minimum and maximum fraction of all pixels: less is a speck, more means that there
 * is no background.
 */
const SHARE_MIN = 0.02;
const SHARE_MAX = 0.86;

type Colour = readonly [red: number, green: number, blue: number];

/** Lists the pixels along the top, left and right edge, and along the bottom if requested. */
function listEdgePixels(
  { width, height }: Pick<Mask, 'width' | 'height'>,
  withBottom: boolean,
): number[] {
  const edge: number[] = [];
  for (let x = 0; x < width; x += 1) edge.push(x);
  if (withBottom) for (let x = 0; x < width; x += 1) edge.push(width * (height - 1) + x);
  for (let y = 1; y < height; y += 1) edge.push(y * width, y * width + width - 1);
  return edge;
}

function findBackgroundColours({ data }: Raster, edge: readonly number[]): Colour[] {
  const pixels = Uint8Array.from(edge.flatMap((at) => [...data.subarray(3 * at, 3 * at + 3)]));
  return computeSwatches(pixels, BACKGROUND_COLOURS)
    .filter(({ share }, rank) => rank === 0 || share >= BACKGROUND_SHARE_MIN)
    .map(({ colour }) => {
      const value = Number.parseInt(colour.slice(1), 16);
      return [value >> 16, (value >> 8) & 255, value & 255] as const;
    });
}

/** Marks each pixel whose colour is close to a background colour. */
function markBackgroundPixels({ data }: Raster, colours: readonly Colour[]): Uint8Array {
  const near = new Uint8Array(data.length / 3);
  for (const [red, green, blue] of colours) {
    for (let at = 0; at < near.length; at += 1) {
      const dr = (data[3 * at] ?? 0) - red;
      const dg = (data[3 * at + 1] ?? 0) - green;
      const db = (data[3 * at + 2] ?? 0) - blue;
      if (dr * dr + dg * dg + db * db < DRIFT_MAX * DRIFT_MAX) near[at] = 1;
    }
  }
  return near;
}

/**
 * Flood-fills the background from the edge inwards.
 * @returns 0 for background, 1 elsewhere
 */
function floodBackground(
  raster: Raster,
  edge: readonly number[],
  colours: readonly Colour[],
): Uint8Array {
  const { data, info } = raster;
  const { width, height } = info;
  const near = markBackgroundPixels(raster, colours);
  const kept = new Uint8Array(near.length).fill(1);
  const open = new Int32Array(near.length);
  let count = 0;
  const visit = (at: number, from: number) => {
    if (near[at] === 0 || kept[at] === 0) return;
    for (let channel = 0; channel < 3; channel += 1) {
      const step = (data[3 * at + channel] ?? 0) - (data[3 * from + channel] ?? 0);
      if (step > STEP_MAX || step < -STEP_MAX) return;
    }
    kept[at] = 0;
    open[count] = at;
    count += 1;
  };
  for (const at of edge) visit(at, at);
  for (let read = 0; read < count; read += 1) {
    const at = open[read] ?? 0;
    const x = at % width;
    if (x > 0) visit(at - 1, at);
    if (x < width - 1) visit(at + 1, at);
    if (at >= width) visit(at - width, at);
    if (at < width * (height - 1)) visit(at + width, at);
  }
  return kept;
}

/**
 * Minimum fraction of background along the edge, so that the whole item is inside; a person's
 * shoulders may reach the sides.
 */
const EDGE_MIN = 0.88;
const EDGE_MIN_STANDING = 0.6;

/**
 * Finds the subject in front of the background.
 * @param kind a figure may continue below the picture, and a portrait needs one colour behind it
 * @returns null if the background is not plain or nothing is in front of it
 */
export function cutFromPlainBackground(raster: Raster, kind: keyof typeof PLAIN_MAX): Mask | null {
  const standsOnEdge = kind !== 'item';
  const { width, height } = raster.info;
  const size = { width, height };
  const edge = listEdgePixels(size, !standsOnEdge);
  const colours = findBackgroundColours(raster, edge);
  if (colours.length > PLAIN_MAX[kind]) return null;
  const data = floodBackground(raster, edge, colours);
  const least = standsOnEdge ? EDGE_MIN_STANDING : EDGE_MIN;
  if (edge.filter((at) => data[at] === 0).length < least * edge.length) return null;
  // Only areas connected to the edge are background, so nothing enclosed is lost.
  const mask = findLargestParts({ ...size, data }, standsOnEdge ? 1 : PART_MIN);
  const share = computeKeptShare(mask);
  return share < SHARE_MIN || share > SHARE_MAX ? null : mask;
}
