import type { TagPlace } from './mentions.js';

/** A rectangle in 1K pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A print to place: its wanted position, and its picture's width divided by its height. */
export interface WantedPrint {
  readonly place: TagPlace;
  readonly aspect: number;
  /** Whether the print has no frame and therefore keeps its own shape. */
  readonly isCut: boolean;
}

export interface PrintWall {
  /** Distance from the picture's left edge. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** Row for prints without a place in the prompt. */
  readonly openRow: WallRow;
  /** A print's side, as a fraction of the picture's short side. */
  readonly size: number;
}

export type WallRow = 'top' | 'middle' | 'bottom';

/** `edge` is the row for prints that the prompt does not mention at all. */
type WallShelf = WallRow | 'edge';

const COLUMN_AT = { left: 0, center: 0.5, right: 1 } as const;
const SHELF_AT: Readonly<Record<WallShelf, number>> = { top: 0, middle: 0.5, bottom: 1, edge: 1 };
const SHELVES = Object.keys(SHELF_AT) as WallShelf[];
const EDGE_SIZE = 0.19;
const MARGIN = 0.045;
const GAP = 0.035;
/** Prints keep their picture's shape between these limits, so that rows stay even. */
const ASPECT_MIN = 0.6;
const ASPECT_MAX = 1.7;

/** An item on a line: its length, and its preferred position from 0 (start) to 1 (end). */
interface LineSpan {
  readonly length: number;
  readonly wish: number;
}

/**
 * Returns the increasing sequence nearest to the given numbers: neighbours out of order meet at
 * their mean.
 */
function rising(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    let block = { sum: value, count: 1 };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.count <= block.sum / block.count) break;
      blocks.pop();
      block = { sum: last.sum + block.sum, count: last.count + block.count };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

/**
 * Places spans along a line without overlap, each as near to its preferred position as its
 * neighbours allow. If there are too many spans, all shrink equally.
 * @param spans sorted by increasing preference
 */
function spread<T extends LineSpan>(spans: readonly T[], available: number, gap: number) {
  const sum = spans.reduce((total, { length }) => total + length, 0);
  const factor = Math.min(1, (available - gap * (spans.length - 1)) / sum);
  let taken = 0;
  const packed = spans.map((item) => {
    const length = item.length * factor;
    const before = taken;
    taken += length + gap;
    return { item, length, factor, before, slack: (available - length) * item.wish - before };
  });
  // After subtracting the space before each span, "no overlap" means "not less than the previous
  // span".
  const slacks = rising(packed.map(({ slack }) => slack));
  const free = available - (taken - gap);
  return packed.map((span, at) => ({
    ...span,
    start: span.before + Math.min(free, Math.max(0, slacks[at] ?? 0)),
  }));
}

const chooseShelf = ({ order, row }: TagPlace, openRow: WallRow): WallShelf =>
  order === null ? 'edge' : (row ?? openRow);

interface SizedPrint extends LineSpan {
  /** The print's index in the caller's list. */
  readonly index: number;
  readonly height: number;
}

/**
 * Places the prints on one shelf from left to right. Prints without a column are spread over the
 * shelf's whole length.
 */
function shelve(
  wanted: readonly WantedPrint[],
  shelf: WallShelf,
  wall: PrintWall,
  unit: number,
): SizedPrint[] {
  const here = wanted
    .map((print, index) => ({ ...print, index }))
    .filter(({ place }) => !place.background && chooseShelf(place, wall.openRow) === shelf)
    .toSorted((one, other) => (one.place.order ?? 0) - (other.place.order ?? 0));
  const open = here.filter(({ place }) => place.column === null);
  const side = unit * (shelf === 'edge' ? Math.min(EDGE_SIZE, wall.size) : wall.size);
  return here
    .map(({ place, aspect, isCut, index }) => {
      const kept = isCut ? aspect : Math.min(ASPECT_MAX, Math.max(ASPECT_MIN, aspect));
      const shape = Math.sqrt(kept);
      const among = open.findIndex((print) => print.index === index);
      const shared = (among + 1) / (open.length + 1);
      const wish = place.column === null ? shared : COLUMN_AT[place.column];
      return { index, length: side * shape, height: side / shape, wish };
    })
    .toSorted((one, other) => one.wish - other.wish);
}

/** Returns a place for each print, in the given order; null for prints in the background. */
export function placePrints(
  wanted: readonly WantedPrint[],
  wall: PrintWall,
): readonly (Box | null)[] {
  const unit = Math.min(wall.width, wall.height);
  const margin = unit * MARGIN;
  const gap = unit * GAP;
  const shelves = SHELVES.map((shelf) => {
    const prints = shelve(wanted, shelf, wall, unit);
    const length = Math.max(0, ...prints.map(({ height }) => height));
    return { prints, length, wish: SHELF_AT[shelf] };
  }).filter(({ prints }) => prints.length > 0);
  const boxes: (Box | null)[] = wanted.map(() => null);
  for (const row of spread(shelves, wall.height - 2 * margin, gap)) {
    const prints = row.item.prints.map((print) => ({
      ...print,
      length: print.length * row.factor,
    }));
    for (const print of spread(prints, wall.width - 2 * margin, gap)) {
      const height = print.item.height * row.factor * print.factor;
      boxes[print.item.index] = {
        x: wall.left + margin + print.start,
        // Prints in the lowest row are aligned at the bottom.
        y: margin + row.start + (row.length - height) * (row.item.wish === 1 ? 1 : 0.5),
        width: print.length,
        height,
      };
    }
  }
  return boxes;
}
