/** Masks have one byte per pixel, row by row. The byte is not zero if the pixel is kept. */

export interface Mask {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Numbers a mask's connected parts from 1.
 * @returns each pixel's label, and the parts' sizes
 */
function labelParts({ data, width, height }: Mask) {
  const labels = new Int32Array(data.length);
  const open = new Int32Array(data.length);
  const parts: { readonly area: number }[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (data[start] === 0 || labels[start] !== 0) continue;
    const label = parts.length + 1;
    let count = 0;
    let read = 0;
    const visit = (at: number) => {
      if (data[at] === 0 || labels[at] !== 0) return;
      labels[at] = label;
      open[count] = at;
      count += 1;
    };
    visit(start);
    while (read < count) {
      const at = open[read] ?? 0;
      read += 1;
      const x = at % width;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < width * (height - 1)) visit(at + width);
    }
    parts.push({ area: count });
  }
  return { labels, parts };
}

/**
 * Keeps the largest part and all parts with at least `share` of its size, because a pair of shoes
 * is two parts.
 */
export function findLargestParts(mask: Mask, share: number): Mask {
  const { labels, parts } = labelParts(mask);
  const most = Math.max(0, ...parts.map(({ area }) => area));
  const kept = Uint8Array.from([0, ...parts.map(({ area }) => (area >= most * share ? 1 : 0))]);
  return { ...mask, data: markChosen(labels, kept) };
}

/** Fills holes: only areas connected to the picture's edge are outside. */
export function fillHoles(mask: Mask): Mask {
  const { width, height } = mask;
  const { labels, parts } = labelParts({
    ...mask,
    data: mask.data.map((value) => (value === 0 ? 1 : 0)),
  });
  const kept = new Uint8Array(parts.length + 1).fill(1);
  for (let x = 0; x < width; x += 1) kept[labels[x] ?? 0] = kept[labels.at(-1 - x) ?? 0] = 0;
  for (let y = 0; y < height; y += 1) {
    kept[labels[y * width] ?? 0] = kept[labels[y * width + width - 1] ?? 0] = 0;
  }
  // Pixels that the mask already kept have no label.
  kept[0] = 1;
  return { ...mask, data: markChosen(labels, kept) };
}

/** Removes the outermost pixels, whose colours are mixed with the background's. */
export function shrink(mask: Mask): Mask {
  const { data, width, height } = mask;
  const isKept = (x: number, y: number) =>
    x < 0 || x >= width || y < 0 || y >= height || data[y * width + x] !== 0;
  const isInner = (_: number, at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const around = isKept(x - 1, y) && isKept(x + 1, y) && isKept(x, y - 1) && isKept(x, y + 1);
    return isKept(x, y) && around ? 1 : 0;
  };
  return { ...mask, data: data.map(isInner) };
}

/** Sets 1 where a pixel's label is kept. */
function markChosen(labels: Int32Array, kept: Uint8Array): Uint8Array {
  const data = new Uint8Array(labels.length);
  for (let at = 0; at < data.length; at += 1) data[at] = kept[labels[at] ?? 0] ?? 0;
  return data;
}

/** A rectangle of whole pixels. */
export interface MaskExtent {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Computes the smallest rectangle around a mask; null if the mask is empty. */
export function computeExtent({ data, width }: Mask): MaskExtent | null {
  let [left, top, right, bottom] = [width, Infinity, -1, -1];
  for (let at = 0; at < data.length; at += 1) {
    if (data[at] === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Computes the fraction of pixels that are kept. */
export function computeKeptShare({ data }: Mask): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum += data[at] ?? 0;
  return sum / data.length;
}
