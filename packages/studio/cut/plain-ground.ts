import type { Raster } from '../look/open.js';
import { swatchesOf } from '../look/swatches.js';
import { largestParts, shareOf, type Mask } from './mask.js';

/** Finds what stands before a plain ground: a packshot on white, a portrait before a studio wall. */

/** Main colours along the edge; with more than two of any weight there is a place, and no plain ground. */
const GROUND_COLOURS = 4;
const GROUND_SHARE_MIN = 0.08;
const PLAIN_MAX = 2;
/** How far the ground may drift from those colours, and from one pixel to the next: light, JPEG. */
const DRIFT_MAX = 46;
const STEP_MAX = 12;
/** Smaller beside the largest part is dirt. */
const PART_MIN = 0.04;
/** Of all pixels: less is a speck, more is no ground. */
const SHARE_MIN = 0.02;
const SHARE_MAX = 0.86;

type Colour = readonly [red: number, green: number, blue: number];

/** Pixels along the top, the left and the right edge, and along the bottom when it belongs to them. */
function edgeOf({ width, height }: Pick<Mask, 'width' | 'height'>, withBottom: boolean): number[] {
  const edge: number[] = [];
  for (let x = 0; x < width; x += 1) edge.push(x);
  if (withBottom) for (let x = 0; x < width; x += 1) edge.push(width * (height - 1) + x);
  for (let y = 1; y < height; y += 1) edge.push(y * width, y * width + width - 1);
  return edge;
}

function groundColours({ data }: Raster, edge: readonly number[]): Colour[] {
  const pixels = Uint8Array.from(edge.flatMap((at) => [...data.subarray(3 * at, 3 * at + 3)]));
  return swatchesOf(pixels, GROUND_COLOURS)
    .filter(({ share }, rank) => rank === 0 || share >= GROUND_SHARE_MIN)
    .map(({ colour }) => {
      const value = Number.parseInt(colour.slice(1), 16);
      return [value >> 16, (value >> 8) & 255, value & 255] as const;
    });
}

/** For each pixel whether it has about a colour of the ground. */
function nearGround({ data }: Raster, colours: readonly Colour[]): Uint8Array {
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

/** Follows the ground from the edge inwards. @returns 0 where it is, 1 elsewhere */
function flood(raster: Raster, edge: readonly number[], colours: readonly Colour[]): Uint8Array {
  const { data, info } = raster;
  const { width, height } = info;
  const near = nearGround(raster, colours);
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

/** How much of the edge must be ground, so that what is left is the whole thing; shoulders reach the sides. */
const EDGE_MIN = 0.88;
const EDGE_MIN_STANDING = 0.6;

/**
 * What stands before the ground.
 * @param standsOnEdge what is wanted may go on below the picture, as a person does
 * @returns null when there is no plain ground, or nothing before it
 */
export function beforePlainGround(raster: Raster, standsOnEdge: boolean): Mask | null {
  const { width, height } = raster.info;
  const size = { width, height };
  const edge = edgeOf(size, !standsOnEdge);
  const colours = groundColours(raster, edge);
  if (colours.length > PLAIN_MAX) return null;
  const data = flood(raster, edge, colours);
  const least = standsOnEdge ? EDGE_MIN_STANDING : EDGE_MIN;
  if (edge.filter((at) => data[at] === 0).length < least * edge.length) return null;
  // Ground is only what is open to the edge, so nothing that is enclosed is lost.
  const mask = largestParts({ ...size, data }, standsOnEdge ? 1 : PART_MIN);
  const share = shareOf(mask);
  return share < SHARE_MIN || share > SHARE_MAX ? null : mask;
}
