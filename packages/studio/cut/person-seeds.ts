import type { Raster, SubjectBox } from '../analysis/open.js';
import { computeShares } from './colours.js';
import { UNKNOWN } from './spread.js';

/** The two kinds of region in a portrait. */
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

const FACE = [0.5, 0.42, 0.62] as const;
/** An ellipse near the face, where hair may have any colour. */
const HAIR = [0.3, 0.66, 0.72] as const;

/**
 * Returns the kind of a position if it is certain: face, hairline, neck and chest, or far from all
 * of them.
 */
function classifyCertain(x: number, y: number): number {
  const distance = Math.abs(x);
  const isHairline = distance < 0.3 && y > -0.04 && y < 0.3;
  const isNeck = distance < 0.2 && y > 0.8 && y < 1.6;
  const isChest = y > 1.5 && distance < Math.min(0.95, 0.3 + (y - 1.5) * 0.6);
  if (isHairline || isNeck || isChest || isInEllipse(x, y, FACE)) return PERSON;
  // Long hair hangs straight down from the temples; shoulders begin below the chin.
  const head = Math.hypot(x / 1.35, Math.min(0, y - 0.34) / 1.16);
  const reach = y < 1.15 ? 0 : 1.35 + 0.68 * Math.min(1, (y - 1.15) / 0.5);
  return head > 1 && distance > reach ? GROUND : UNKNOWN;
}

/**
 * A colour belongs to the background if it is this many times more frequent there, and not rare.
 */
const TIMES = 5;
const SHARE_MIN = 0.0012;

/**
 * Computes seeds by position, and where no position is certain, by background colours that the
 * person does not have.
 */
export function computeSeeds({ x, y }: Places, bins: Uint16Array): Uint8Array {
  const seeds = Uint8Array.from(x, (across, at) => classifyCertain(across, y[at] ?? 0));
  const person = computeShares(bins, seeds, PERSON);
  const isGround = computeShares(bins, seeds, GROUND).map((share, bin) =>
    share > SHARE_MIN && share > TIMES * (person[bin] ?? 0) ? 1 : 0,
  );
  for (let at = 0; at < bins.length; at += 1) {
    if (seeds[at] !== UNKNOWN || isGround[bins[at] ?? 0] === 0) continue;
    if (!isInEllipse(x[at] ?? 0, y[at] ?? 0, HAIR)) seeds[at] = GROUND;
  }
  return seeds;
}

const AROUND = [0.25, 0.8, 0.85] as const;
const CHIN = 0.9;
/**
 * A colour belongs to the person if its frequency there is at least this fraction of its frequency
 * in the background.
 */
const OWN = 1 / 3;

/**
 * Measures how much of the area around the face was taken for background but has the person's
 * colours, such as hair or a scarf.
 */
export function findLostAround({ x, y }: Places, bins: Uint16Array, kinds: Uint8Array): number {
  const person = computeShares(bins, kinds, PERSON);
  const ground = computeShares(bins, kinds, GROUND);
  let [all, lost] = [0, 0];
  for (let at = 0; at < bins.length; at += 1) {
    if ((y[at] ?? 0) > CHIN || !isInEllipse(x[at] ?? 0, y[at] ?? 0, AROUND)) continue;
    all += 1;
    const bin = bins[at] ?? 0;
    const share = person[bin] ?? 0;
    if (kinds[at] !== PERSON && share > SHARE_MIN && share > (ground[bin] ?? 0) * OWN) lost += 1;
  }
  return lost / Math.max(1, all);
}
