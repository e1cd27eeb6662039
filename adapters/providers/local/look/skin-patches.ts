import type { Raster } from './open.js';

/** Patches of one colour of skin: what may be a face. */

/** Chroma and luma of all skins, from very light to very dark. */
const RED_CHROMA = [135, 178] as const;
const BLUE_CHROMA = [80, 132] as const;
const LUMA_MIN = 38;
/** Skins are sampled on a grid of so many points each way; two as near as this are one. */
const SAMPLES = 14;
const SAME = 16;
/** How far light and shade take a skin from its main colour: a little, then more. */
const REACHES = [22, 30, 40, 52] as const;
/** Of the pixels: less is too small to be the subject. */
const AREA_MIN = 0.012;
/** Height by width of the longest face; what is longer has its neck with it. */
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

const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value > low && value < high;

function isSkin(red: number, green: number, blue: number, luma: number): boolean {
  return (
    luma > LUMA_MIN &&
    within(128 + 0.713 * (red - luma), RED_CHROMA) &&
    within(128 + 0.564 * (blue - luma), BLUE_CHROMA)
  );
}

type Colour = readonly [red: number, green: number, blue: number];

const colourAt = ({ data }: Raster, at: number): Colour => [
  data[3 * at] ?? 0,
  data[3 * at + 1] ?? 0,
  data[3 * at + 2] ?? 0,
];

const near = (one: Colour, other: Colour, reach: number): boolean =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2 < reach ** 2;

const lumaOf = ([red, green, blue]: Colour): number => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Colours of skin in a picture: of faces and hands, but also of walls, sand and wood. */
function skinsOf(raster: Raster): Colour[] {
  const { width, height } = raster.info;
  const skins: Colour[] = [];
  for (let point = 0; point < SAMPLES ** 2; point += 1) {
    const x = Math.floor((((point % SAMPLES) + 0.5) / SAMPLES) * width);
    const y = Math.floor(((Math.floor(point / SAMPLES) + 0.5) / SAMPLES) * height);
    const colour = colourAt(raster, y * width + x);
    if (!isSkin(...colour, lumaOf(colour))) continue;
    if (!skins.some((known) => near(known, colour, SAME))) skins.push(colour);
  }
  return skins;
}

/** For each colour of skin in the picture, narrow then wide: where it is, and its patches. */
export function* facesIn(raster: Raster): Generator<{ pixels: Pixels; patches: Rect[] }> {
  const { width, height } = raster.info;
  const places = Array.from({ length: width * height }, (_, at) => colourAt(raster, at));
  const luma = Float32Array.from(places, lumaOf);
  for (const colour of skinsOf(raster)) {
    for (const reach of REACHES) {
      const skin = Uint8Array.from(places, (place) => (near(place, colour, reach) ? 1 : 0));
      const pixels = { luma, skin, width, height };
      yield { pixels, patches: patchesOf(pixels) };
    }
  }
}

/** What hangs together, the largest first. */
function patchesOf({ skin, width, height }: Pixels): Rect[] {
  const seen = new Uint8Array(skin.length);
  const found: (Rect & { readonly area: number })[] = [];
  for (let start = 0; start < skin.length; start += 1) {
    if (skin[start] === 0 || seen[start] === 1) continue;
    const open = [start];
    seen[start] = 1;
    const rows = new Map<number, number>();
    let [left, top, right, bottom, area] = [width, height, 0, 0, 0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      rows.set(y, (rows.get(y) ?? 0) + 1);
      area += 1;
      const beside = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width];
      for (const near of beside) {
        if (skin[near] !== 1 || seen[near] === 1) continue;
        seen[near] = 1;
        open.push(near);
      }
    }
    if (area < AREA_MIN * skin.length) continue;
    found.push({ area, ...faceRect(rows, { left, top, right, bottom }) });
  }
  return found.toSorted((one, other) => other.area - one.area);
}

/** The upper part of a patch, as high as a face of its width; a neck and a chest stay out. */
function faceRect(
  rows: ReadonlyMap<number, number>,
  { left, top, right, bottom }: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>,
): Rect {
  const w = right - left + 1;
  const upper = [...rows].filter(([y]) => y < top + TALL_MAX * w).map(([, count]) => count);
  const widest = upper.toSorted((one, other) => other - one)[Math.floor(upper.length / 8)] ?? w;
  const wide = Math.min(w, widest * 1.1);
  return {
    x: Math.round(left + (w - wide) / 2),
    y: top,
    w: Math.round(wide),
    h: Math.min(bottom - top + 1, Math.round(TALL_MAX * widest)),
  };
}
