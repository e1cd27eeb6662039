import type { Raster, SubjectBox } from './open.js';
import { findSkinPatches, type Pixels, type Rect } from './skin-patches.js';

/**
 * Finds a frontal face by measurements: a skin-coloured patch as tall as a face, with two dark
 * spots side by side in its upper half and skin between them. A face in profile or behind dark
 * glasses is not found, so callers must not conclude that the picture shows nobody.
 */

/** Long side of the analysed thumbnail. */
export const FACE_PX = 112;

/** Maximum face width, as a fraction of the picture's width. */
const WIDTH_MAX = 0.72;
/**
 * Minimum face width; anything smaller is a distant person, or another skin-coloured object with
 * two spots.
 */
const WIDTH_MIN = 0.18;
/** Minimum height of a face's skin divided by its width; a hat and a beard leave less skin. */
const TALL_MIN = 0.64;
/** Minimum fraction of the face's rectangle that is skin: an ellipse with eyes and a mouth. */
const FILL_MIN = 0.5;
/** Position of the eyes, as fractions of the face. */
const EYES_FROM = 0.16;
const EYES_TO = 0.64;
const LEFT_HALF = [0.12, 0.46] as const;
const RIGHT_HALF = [0.54, 0.88] as const;
/**
 * How much darker than the skin an eye with its brow is, and which fraction of the rectangle it
 * fills.
 */
const DARK_BELOW = 0.74;
const EYE_MIN = 0.005;
const EYE_MAX = 0.11;
/**
 * Maximum difference in height of two eyes, and maximum distance of their middle from the face's
 * middle.
 */
const LEVEL_WITHIN = 0.09;
const MIDDLE_WITHIN = 0.07;
/**
 * Minimum fraction of the area below the eyes, in the middle, that a mouth fills; a mouth is darker
 * or redder than skin.
 */
const MOUTH_MIN = 0.02;
/** Minimum fraction of skin on the bridge between the eyes, and on the cheeks below them. */
const BRIDGE_MIN = 0.6;
const CHEEK_MIN = 0.6;

/**
 * Finds dark spots in one half of a face: their fraction of the face, and their middle in fractions
 * of the face.
 */
function findEye(pixels: Pixels, face: Rect, [from, to]: readonly [number, number], limit: number) {
  let [count, sumX, sumY] = [0, 0, 0];
  for (let y = Math.round(face.y + EYES_FROM * face.h); y < face.y + EYES_TO * face.h; y += 1) {
    for (let x = Math.round(face.x + from * face.w); x < face.x + to * face.w; x += 1) {
      if ((pixels.luma[y * pixels.width + x] ?? 255) >= limit) continue;
      count += 1;
      sumX += (x + 0.5 - face.x) / face.w;
      sumY += (y + 0.5 - face.y) / face.h;
    }
  }
  return { share: count / (face.w * face.h), x: sumX / count, y: sumY / count };
}

/** Measures the fraction and the mean brightness of the skin in a rectangle. */
function measureSkin(pixels: Pixels, { x, y, w, h }: Rect): { share: number; luma: number } {
  let [count, sum] = [0, 0];
  for (let row = y; row < y + h; row += 1) {
    for (let at = row * pixels.width + x; at < row * pixels.width + x + w; at += 1) {
      if (pixels.skin[at] !== 1) continue;
      count += 1;
      sum += pixels.luma[at] ?? 0;
    }
  }
  return { share: count / Math.max(1, w * h), luma: sum / Math.max(1, count) };
}

function isFace(pixels: Pixels, face: Rect): boolean {
  const { x, y, w, h } = face;
  if (w < WIDTH_MIN * pixels.width || w > WIDTH_MAX * pixels.width || h < TALL_MIN * w)
    return false;
  const { share, luma } = measureSkin(pixels, face);
  if (share < FILL_MIN) return false;
  const left = findEye(pixels, face, LEFT_HALF, DARK_BELOW * luma);
  const right = findEye(pixels, face, RIGHT_HALF, DARK_BELOW * luma);
  if ([left, right].some((eye) => eye.share < EYE_MIN || eye.share > EYE_MAX)) return false;
  if (Math.abs(left.y - right.y) > LEVEL_WITHIN) return false;
  if (Math.abs((left.x + right.x) / 2 - 0.5) > MIDDLE_WITHIN) return false;
  const eyes = (left.y + right.y) / 2;
  const computePart = ([px, py, pw, ph]: readonly [number, number, number, number]): Rect => ({
    x: Math.round(x + px * w),
    y: Math.round(y + py * h),
    w: Math.max(1, Math.round(pw * w)),
    h: Math.max(1, Math.round(ph * h)),
  });
  if (measureSkin(pixels, computePart([0.45, eyes, 0.1, 0.2])).share < BRIDGE_MIN) return false;
  const apart = ((right.x - left.x) * w) / h;
  const cheeks = [left.x, right.x].map((at) =>
    measureSkin(pixels, computePart([at - 0.1, eyes + 0.35 * apart, 0.2, 0.3 * apart])),
  );
  if (cheeks.some((cheek) => cheek.share < CHEEK_MIN)) return false;
  // The distance from the eyes to the mouth equals the distance between the eyes, however much of
  // the chin belongs to the patch.
  const mouth =
    1 - measureSkin(pixels, computePart([0.3, eyes + 0.6 * apart, 0.4, 0.9 * apart])).share;
  return mouth >= MOUTH_MIN;
}

/**
 * Finds one face.
 * @param thumbnail its long side is `FACE_PX`, because every pixel is read here, on the event loop
 * @returns the rectangle of the face nearest to the middle, in fractions of the picture; null if
 * none was found
 */
export function findFace(thumbnail: Raster): SubjectBox | null {
  const { width, height } = thumbnail.info;
  // Prefers the middle and the top, then the widest face, because a part of a face may resemble a
  // face.
  const rank = ({ x, y, w }: Rect) =>
    (0.25 * w) / width - 3 * Math.abs((x + w / 2) / width - 0.5) - (0.5 * y) / height;
  let best: Rect | null = null;
  for (const { pixels, patches } of findSkinPatches(thumbnail)) {
    const face = patches.find((patch) => isFace(pixels, patch));
    if (face && (best === null || rank(face) > rank(best))) best = face;
  }
  if (best === null) return null;
  return { x: best.x / width, y: best.y / height, w: best.w / width, h: best.h / height };
}
