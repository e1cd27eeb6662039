import type { Raster, SubjectBox } from '../analysis/open.js';

/** The two kinds of region in a portrait, and pixels that may be either. */
export const UNKNOWN = 0;
export const PERSON = 1;
export const GROUND = 2;

/** Each pixel's coordinates relative to the middle of the hairline, in face widths. */
export interface Places {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** @param face the face's position in fractions of the picture */
export function computePlaces({ width, height }: Raster['info'], face: SubjectBox): Places {
  const unit = face.w * width;
  const [middle, top] = [(face.x + face.w / 2) * width, face.y * height];
  const [x, y] = [new Float32Array(width * height), new Float32Array(width * height)];
  for (let at = 0; at < x.length; at += 1) {
    x[at] = ((at % width) + 0.5 - middle) / unit;
    y[at] = (Math.floor(at / width) + 0.5 - top) / unit;
  }
  return { x, y };
}

const isInEllipse = (x: number, y: number, [cy, rx, ry]: readonly [number, number, number]) =>
  (x / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

const FACE = [0.52, 0.34, 0.5] as const;

/**
 * Returns the kind of a position if it is certain: face, hairline, neck and chest, or far from all
 * of them.
 */
function classifyCertain(x: number, y: number): number {
  const distance = Math.abs(x);
  const isHairline = distance < 0.24 && y > 0.06 && y < 0.3;
  const isNeck = distance < 0.12 && y > 0.8 && y < 1.6;
  const isChest = y > 1.5 && distance < Math.min(0.95, 0.3 + (y - 1.5) * 0.6);
  if (isHairline || isNeck || isChest || isInEllipse(x, y, FACE)) return PERSON;
  // Long hair hangs straight down from the temples; shoulders begin below the chin.
  const head = Math.hypot(x / 1.35, Math.min(0, y - 0.34) / 1.16);
  const reach = y < 1.15 ? 0 : 1.35 + 0.68 * Math.min(1, (y - 1.15) / 0.5);
  return head > 1 && distance > reach ? GROUND : UNKNOWN;
}

/** Limit for the difference between neighbours on one wall, out of 255. */
const WALL_STEP = 9;
/** Distance from the middle, in face widths, within which the lower edge is not searched. */
const BODY = 0.95;

/** Returns whether two neighbours may belong to one wall. */
export const isSmooth = ({ data }: Raster, one: number, other: number): boolean =>
  [0, 1, 2].every(
    (channel) =>
      Math.abs((data[3 * one + channel] ?? 0) - (data[3 * other + channel] ?? 0)) <= WALL_STEP,
  );

/**
 * Marks the wall along both sides and the lower edge: from the certain background downwards, then
 * inwards, until the colour changes.
 */
function markWall(raster: Raster, { x }: Places, seeds: Uint8Array): void {
  const { width, height } = raster.info;
  for (const [side, inwards] of [
    [0, 1],
    [width - 1, -1],
  ] as const) {
    let at = side;
    for (; at < width * height; at += width) {
      if (seeds[at] === GROUND) continue;
      if (seeds[at] === PERSON || !isSmooth(raster, at - width, at)) break;
      seeds[at] = GROUND;
    }
    if (at < width * height) continue;
    for (at -= width + -inwards; Math.abs(x[at] ?? 0) > BODY; at += inwards) {
      if (seeds[at] === PERSON || !isSmooth(raster, at - inwards, at)) break;
      seeds[at] = GROUND;
    }
  }
}

/** Computes each position's kind, or `UNKNOWN`. */
export function computeSeeds(raster: Raster, places: Places): Uint8Array {
  const seeds = Uint8Array.from(places.x, (x, at) => classifyCertain(x, places.y[at] ?? 0));
  markWall(raster, places, seeds);
  return seeds;
}

/** Distance from the face at which hair ends and the background begins, usually. */
const RIM = 0.72;
const SHAPE_PROOF = 8;
const SHAPE_PROOF_MAX = 2.5;

/**
 * Computes how much a position speaks for the person (positive) or the background (negative): heads
 * and shoulders have similar shapes.
 */
export function weighPlace(x: number, y: number): number {
  const head = Math.hypot(x / 1.05, (y - 0.42) / 1.15);
  const reach = 0.55 + 1.15 * Math.min(1, Math.max(0, (y - 1.05) / 0.75));
  const body = y < 0.95 ? 9 : Math.abs(x) / reach;
  const proof = SHAPE_PROOF * (RIM - Math.min(head, body));
  return Math.max(-SHAPE_PROOF_MAX, Math.min(SHAPE_PROOF_MAX, proof));
}
