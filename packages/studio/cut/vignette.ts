import type { SubjectBox } from '../analysis/open.js';

/** Begin and end of the fading, as fractions of the distance from the face to the rim. */
const FULL = 0.84;
const GONE = 1.06;
/**
 * Fade distance from the photo's edges, as a fraction of its width; the lower edge does not fade.
 */
const EDGE = 0.07;

/**
 * Computes a position's distance from the middle of head and shoulders, in face widths; 1 at the
 * rim.
 */
function computeDistance(x: number, y: number): number {
  const head = Math.hypot(x / 1.12, (y - 0.38) / 1.22);
  const reach = 0.6 + 1.25 * Math.min(1, Math.max(0, (y - 1.05) / 0.85));
  const body = y < 0.9 ? 9 : Math.abs(x) / reach;
  // Blends the rims of head and body between neck and shoulder.
  return -Math.log(Math.exp(-6 * head) + Math.exp(-6 * body)) / 6;
}

/**
 * Creates a soft shape of head and shoulders around a face, for a portrait whose outline is
 * unclear, so that no part of the person is cut off.
 * @param face the face's position in fractions of the picture
 * @returns alpha, one byte per pixel of that size
 */
export function createVignette(face: SubjectBox, width: number, height: number): Uint8Array {
  const unit = face.w * width;
  const [middle, top] = [(face.x + face.w / 2) * width, face.y * height];
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) + 0.5 - middle) / unit;
    const y = (Math.floor(at / width) + 0.5 - top) / unit;
    const part = Math.min(1, Math.max(0, (GONE - computeDistance(x, y)) / (GONE - FULL)));
    const edge = Math.min(at % width, width - 1 - (at % width), Math.floor(at / width));
    const inside = Math.min(1, edge / (EDGE * width));
    return Math.round(255 * part * part * (3 - 2 * part) * inside);
  });
}
