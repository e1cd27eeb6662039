/** A row of tiles with one height and their true shapes. Lengths are in pixels. */
export interface PackedRow {
  /** Position of the first tile, and of the one after the last. */
  readonly start: number;
  readonly end: number;
  readonly height: number;
}

interface Layout {
  readonly width: number;
  readonly gap: number;
  /** Wanted height of a row; a full row is at most this high. */
  readonly height: number;
}

/**
 * Fills rows from left to right, and makes each full row exactly as wide as the page. More tiles
 * change only the last row, so a list can grow while it is scrolled.
 * @param ratios width divided by height of each tile
 */
export function packRows(ratios: readonly number[], { width, gap, height }: Layout): PackedRow[] {
  const rows: PackedRow[] = [];
  let start = 0;
  let sum = 0;
  for (const [at, ratio] of ratios.entries()) {
    sum += ratio;
    const free = width - gap * (at - start);
    if (sum * height < free) continue;
    rows.push({ start, end: at + 1, height: free / sum });
    start = at + 1;
    sum = 0;
  }
  if (start < ratios.length) rows.push({ start, end: ratios.length, height });
  return rows;
}
