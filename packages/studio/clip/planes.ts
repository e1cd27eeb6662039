/** One plane of a picture, with a border on all sides that mirrors the content. */
export interface Plane {
  readonly data: Uint8Array;
  /** Size of the picture without its border. */
  readonly width: number;
  readonly height: number;
  /** Border width on the left and right; `borderY` is the border above and below. */
  readonly borderX: number;
  readonly borderY: number;
  /** Bytes per row. */
  readonly stride: number;
}

/** A picture in video format: brightness, and colour at half the size. */
export interface Planes {
  readonly y: Plane;
  readonly u: Plane;
  readonly v: Plane;
}

/** BT.709 with limited range, which players expect for the `colr` box that we write. */
const Y_WEIGHTS = [0.2126, 0.7152, 0.0722] as const;
const BLUE_RANGE = 1.8556;
const RED_RANGE = 1.5748;

/** Converts a colour to video format: brightness 16..235, colour differences around 128. */
export function toYuv(red: number, green: number, blue: number): [y: number, u: number, v: number] {
  const bright = computeBrightness(red, green, blue);
  return [toLuma(bright), toChroma(blue - bright, BLUE_RANGE), toChroma(red - bright, RED_RANGE)];
}

const computeBrightness = (red: number, green: number, blue: number): number =>
  Y_WEIGHTS[0] * red + Y_WEIGHTS[1] * green + Y_WEIGHTS[2] * blue;

const toLuma = (bright: number): number => 16 + (bright * 219) / 255;

const toChroma = (difference: number, range: number): number =>
  128 + (difference / range) * (224 / 255);

interface Rgb {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts a picture to planes.
 * @param border fraction of each side that a camera may see beyond the picture
 */
export function toPlanes(rgb: Rgb, border: number): Planes {
  const { width, height } = rgb;
  const y = createEmptyPlane(width, height, border);
  const [u, v] = [0, 1].map(() => createEmptyPlane(width >> 1, height >> 1, border)) as [
    Plane,
    Plane,
  ];
  fillLuma(rgb, y);
  fillChroma(rgb, u, v);
  for (const plane of [y, u, v]) mirrorBorder(plane);
  return { y, u, v };
}

/**
 * Writes the brightness. Hot code like fillChroma: arrays and closures made it five times slower.
 */
function fillLuma({ data, width, height }: Rgb, y: Plane): void {
  for (let row = 0, at = 0; row < height; row += 1) {
    const out = (row + y.borderY) * y.stride + y.borderX;
    for (let column = 0; column < width; column += 1, at += 3) {
      const bright = computeBrightness(
        data[at] as number,
        data[at + 1] as number,
        data[at + 2] as number,
      );
      y.data[out + column] = toLuma(bright) + 0.5;
    }
  }
}

/** Writes the colours: the mean of the four pixels that share one colour sample. */
function fillChroma({ data, width }: Rgb, u: Plane, v: Plane): void {
  const below = width * 3;
  const computeMean = (at: number): number =>
    ((data[at] as number) +
      (data[at + 3] as number) +
      (data[at + below] as number) +
      (data[at + below + 3] as number)) /
    4;
  for (let row = 0; row < u.height; row += 1) {
    const out = (row + u.borderY) * u.stride + u.borderX;
    for (let column = 0, at = row * 2 * below; column < u.width; column += 1, at += 6) {
      const [red, blue] = [computeMean(at), computeMean(at + 2)];
      const bright = computeBrightness(red, computeMean(at + 1), blue);
      u.data[out + column] = toChroma(blue - bright, BLUE_RANGE) + 0.5;
      v.data[out + column] = toChroma(red - bright, RED_RANGE) + 0.5;
    }
  }
}

function createEmptyPlane(width: number, height: number, share: number): Plane {
  // Two more pixels, because interpolation reads the neighbours to the right and below.
  const [borderX, borderY] = [Math.ceil(width * share) + 2, Math.ceil(height * share) + 2];
  const stride = width + 2 * borderX;
  const data = new Uint8Array(stride * (height + 2 * borderY));
  return { data, width, height, borderX, borderY, stride };
}

/** Mirrors an index that is outside a side of `size` to one inside. */
function reflect(at: number, size: number): number {
  const inside = at < 0 ? -1 - at : at >= size ? 2 * size - 1 - at : at;
  return Math.min(size - 1, Math.max(0, inside));
}

function mirrorBorder({ data, width, height, borderX, borderY, stride }: Plane): void {
  for (let row = borderY; row < borderY + height; row += 1) {
    const start = row * stride + borderX;
    for (let step = 1; step <= borderX; step += 1) {
      data[start - step] = data[start + reflect(-step, width)] ?? 0;
      data[start + width - 1 + step] = data[start + reflect(width - 1 + step, width)] ?? 0;
    }
  }
  for (let step = 1; step <= borderY; step += 1) {
    const above = (borderY + reflect(-step, height)) * stride;
    const below = (borderY + reflect(height - 1 + step, height)) * stride;
    data.copyWithin((borderY - step) * stride, above, above + stride);
    data.copyWithin((borderY + height - 1 + step) * stride, below, below + stride);
  }
}
