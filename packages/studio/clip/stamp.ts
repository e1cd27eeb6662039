/** A shape's position on one plane of a frame. */
export interface PlaneSpot {
  /** Width of the plane, whose first byte is at `start`. */
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly along: number;
}

/** Returns the same position on a colour plane. */
export const halveSpot = ({ width, height, x, y, across, along }: Omit<PlaneSpot, 'start'>) => ({
  width: width / 2,
  height: height / 2,
  x: x / 2,
  y: y / 2,
  across: Math.max(0.6, across / 2),
  along: Math.max(0.6, along / 2),
});

/** Blends a soft, slanted ellipse into one plane. */
export function stamp(
  data: Uint8ClampedArray,
  { width, height, start, x, y, across, along }: PlaneSpot,
  { slant, value, alpha }: { slant: number; value: number; alpha: number },
): void {
  const last = Math.min(height - 1, Math.floor(y + along));
  for (let row = Math.max(0, Math.ceil(y - along)); row <= last; row += 1) {
    const down = (row - y) / along;
    const middle = x + slant * (row - y);
    const half = across * Math.sqrt(Math.max(0, 1 - down * down));
    const end = Math.min(width - 1, Math.floor(middle + half));
    for (let column = Math.max(0, Math.ceil(middle - half)); column <= end; column += 1) {
      const aside = (column - middle) / across;
      const share = alpha * (1 - down * down - aside * aside);
      const at = start + row * width + column;
      const old = data[at] ?? 0;
      data[at] = old + (value - old) * share;
    }
  }
}
