import type { Raster } from './open.js';

/** Finds skin-coloured patches, which may be faces. */

/** Limits of chroma and luma for all skins, from very light to very dark. */
const RED_CHROMA = [135, 178] as const;
const BLUE_CHROMA = [80, 132] as const;
const LUMA_MIN = 38;
/**
 * Skins are sampled on a grid of this many points in each direction; colours closer than this count
 * as one.
 */
const SAMPLES = 12;
const SAME = 16;
/**
 * Tolerances for the effect of light and shade on a skin's main colour, tried from the smallest.
 */
const REACHES = [22, 30, 40, 52] as const;
/** Minimum fraction of the picture's pixels; a smaller patch cannot be the subject. */
const AREA_MIN = 0.012;
/** Height by width of the longest face; a longer patch includes the neck. */
const TALL_MAX = 1.45;

export interface Pixels {
  readonly luma: Float32Array;
  readonly skin: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A rectangle of whole pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const isWithin = (value: number, [low, high]: readonly [number, number]): boolean =>
  value > low && value < high;

type Colour = readonly [red: number, green: number, blue: number];

function isSkin([red, , blue]: Colour, luma: number): boolean {
  return (
    luma > LUMA_MIN &&
    isWithin(128 + 0.713 * (red - luma), RED_CHROMA) &&
    isWithin(128 + 0.564 * (blue - luma), BLUE_CHROMA)
  );
}

const readColourAt = ({ data }: Raster, at: number): Colour => [
  data[3 * at] ?? 0,
  data[3 * at + 1] ?? 0,
  data[3 * at + 2] ?? 0,
];

const isNear = (one: Colour, other: Colour, reach: number): boolean =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2 < reach ** 2;

const computeLuma = ([red, green, blue]: Colour): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/**
 * Samples skin colours in a picture: they occur in faces and hands, but also in walls, sand and
 * wood.
 */
function sampleSkins(raster: Raster): Colour[] {
  const { width, height } = raster.info;
  const skins: Colour[] = [];
  for (let point = 0; point < SAMPLES ** 2; point += 1) {
    const x = Math.floor((((point % SAMPLES) + 0.5) / SAMPLES) * width);
    const y = Math.floor(((Math.floor(point / SAMPLES) + 0.5) / SAMPLES) * height);
    const colour = readColourAt(raster, y * width + x);
    if (!isSkin(colour, computeLuma(colour))) continue;
    if (!skins.some((known) => isNear(known, colour, SAME))) skins.push(colour);
  }
  return skins;
}

/**
 * Yields the pixels and patches of each skin colour in the picture, from a narrow to a wide
 * tolerance.
 */
export function* findSkinPatches(raster: Raster): Generator<{ pixels: Pixels; patches: Rect[] }> {
  const { data, info } = raster;
  const { width, height } = info;
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at += 1) luma[at] = computeLuma(readColourAt(raster, at));
  for (const [red, green, blue] of sampleSkins(raster)) {
    const away = new Int32Array(luma.length);
    for (let at = 0; at < luma.length; at += 1) {
      const dr = (data[3 * at] ?? 0) - red;
      const dg = (data[3 * at + 1] ?? 0) - green;
      const db = (data[3 * at + 2] ?? 0) - blue;
      away[at] = dr * dr + dg * dg + db * db;
    }
    for (const reach of REACHES) {
      const skin = new Uint8Array(luma.length);
      for (let at = 0; at < luma.length; at += 1)
        skin[at] = (away[at] ?? 0) < reach * reach ? 1 : 0;
      const pixels = { luma, skin, width, height };
      yield { pixels, patches: findPatches(pixels) };
    }
  }
}

/** Finds the connected areas, largest first. */
function findPatches({ skin, width }: Pixels): Rect[] {
  const seen = new Uint8Array(skin.length);
  const open = new Int32Array(skin.length);
  const found: (Rect & { readonly area: number })[] = [];
  for (let start = 0; start < skin.length; start += 1) {
    if (skin[start] === 0 || seen[start] === 1) continue;
    let area = 0;
    const visit = (at: number) => {
      if (skin[at] !== 1 || seen[at] === 1) return;
      seen[at] = 1;
      open[area] = at;
      area += 1;
    };
    visit(start);
    for (let read = 0; read < area; read += 1) {
      const at = open[read] ?? 0;
      const x = at % width;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      visit(at - width);
      visit(at + width);
    }
    if (area < AREA_MIN * skin.length) continue;
    found.push({ area, ...computeFaceRect(open.subarray(0, area), width) });
  }
  return found.toSorted((one, other) => other.area - one.area);
}

/**
 * Computes a patch's upper part, as tall as a face of the patch's width, without neck and chest.
 */
function computeFaceRect(patch: Int32Array, width: number): Rect {
  const rows = new Map<number, number>();
  let [left, right] = [width, 0];
  for (const at of patch) {
    const y = Math.floor(at / width);
    rows.set(y, (rows.get(y) ?? 0) + 1);
    left = Math.min(left, at % width);
    right = Math.max(right, at % width);
  }
  const w = right - left + 1;
  const top = Math.min(...rows.keys());
  const upper = [...rows].filter(([y]) => y < top + TALL_MAX * w).map(([, count]) => count);
  const widest = upper.toSorted((one, other) => other - one)[Math.floor(upper.length / 8)] ?? w;
  const wide = Math.min(w, widest * 1.1);
  return {
    x: Math.round(left + (w - wide) / 2),
    y: top,
    w: Math.round(wide),
    h: Math.min(rows.size, Math.round(TALL_MAX * widest)),
  };
}
