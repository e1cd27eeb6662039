import type { Stage } from '../picture/stage.js';
import { PLINTH_Y } from '../picture/places/table.js';
import type { Box } from './layout.js';

/**
 * Positions of the given figures: a person is large and cut off at the bottom, on one third; all
 * other things share the other two thirds.
 */

/** The outline of a person: of a cut-out, or of a face in an oval. */
export interface PersonShape {
  readonly aspect: number;
  /** Whether the person continues below the picture. */
  readonly isCropped: boolean;
  readonly isOval: boolean;
}

/** The figures that share the picture. */
export interface PictureCompany {
  readonly person: PersonShape | null;
  readonly product: boolean;
  /** Whether the renderer draws a subject. */
  readonly subject: boolean;
  /** Whether the prompt mentions references. */
  readonly references: boolean;
}

/** A part of the picture's width. */
export interface Room {
  readonly left: number;
  readonly width: number;
}

/** A stage with the places of the given figures. */
export interface Seats {
  readonly stage: Stage;
  readonly person: Box | null;
  /** The part next to a person; null if nobody needs it. */
  readonly room: Room | null;
  /** The product's part of the room. */
  readonly productRoom: Room | null;
}

/** Maximum size of a person who is cut off at the bottom, as fractions of height and width. */
const PORTRAIT_HEIGHT = 0.87;
const PORTRAIT_WIDTH = { wide: 0.62, square: 0.62, tall: 0.98 } as const;
/** Maximum width of a person next to other things, as a fraction of the width. */
const SHARED_WIDTH = { wide: 0.38, square: 0.45, tall: 0.52 } as const;
/** Size of a whole figure, as a fraction of the short side. */
const FIGURE_HEIGHT = 0.82;
/** Vertical position of items in the foreground, as a fraction of the height. */
const FOREGROUND = 0.955;
/** Distance between a person and other things, and from the edge, as a fraction of the short side. */
const GAP = 0.025;
/** The product's part of the room that it shares with a drawing. */
const PRODUCT_PART = 0.42;

const chooseShape = ({ width, height, tall }: Stage) =>
  tall ? 'tall' : width > 1.2 * height ? 'wide' : 'square';

const OVAL_ASPECT = 0.8;
/** An oval's height as a fraction of the short side, its distance from the middle, its height. */
type OvalSeat = readonly [size: number, away: number, y: number];
/** Position of a face in an oval, in a wide and in a tall picture. */
const OVALS = {
  alone: [
    [0.8, 0, 0.48],
    [0.95, 0, 0.46],
  ],
  inCompany: [
    [0.56, 0.23, 0.36],
    [0.56, 0.09, 0.29],
  ],
} satisfies Record<string, readonly [wide: OvalSeat, tall: OvalSeat]>;

/** Computes a face's oval: in the middle if the face is alone, otherwise opposite the subject. */
function computeOvalBox({ width, height, unit, heroX, tall }: Stage, isShared: boolean): Box {
  const [size, away, y] = OVALS[isShared ? 'inCompany' : 'alone'][tall ? 1 : 0];
  const x = heroX > width / 2 ? 0.5 - away : 0.5 + away;
  const [wide, high] = [unit * size * OVAL_ASPECT, unit * size];
  return { x: width * x - wide / 2, y: height * y - high / 2, width: wide, height: high };
}

/** Computes the box of a person: opposite the subject, or in its place if nothing else is shown. */
function computePersonBox(stage: Stage, person: PersonShape, isShared: boolean): Box {
  if (person.isOval) return computeOvalBox(stage, isShared);
  const { width, height, unit, heroX } = stage;
  const shape = chooseShape(stage);
  const share = isShared ? SHARED_WIDTH[shape] : PORTRAIT_WIDTH[shape];
  const tallest = person.isCropped ? height * PORTRAIT_HEIGHT : unit * FIGURE_HEIGHT;
  const high = Math.min(tallest, (width * share) / person.aspect);
  const wide = high * person.aspect;
  const side = heroX > width / 2 ? 1 : -1;
  const centre = isShared ? width * (0.5 - side * (0.5 - share / 2)) : heroX;
  return {
    // Keeps people between the picture's sides.
    x: Math.max(0, Math.min(width - wide, centre - wide / 2)),
    y: (person.isCropped ? height : height * FOREGROUND) - high,
    width: wide,
    height: high,
  };
}

/** Computes the part of the picture that a person leaves to other things. */
function computeRoom({ width, unit, heroX, tall }: Stage, person: Box, isOval: boolean): Room {
  const gap = unit * GAP;
  // An oval in a tall picture hangs above everything else.
  if (isOval && tall) return { left: gap, width: width - 2 * gap };
  if (heroX <= width / 2) return { left: gap, width: person.x - 2 * gap };
  const left = person.x + person.width + gap;
  return { left, width: width - left - gap };
}

/** Divides a room between the drawing and a product, which is nearer to the person. */
function divideRoom(room: Room, isPersonLeft: boolean): { subject: Room; product: Room } {
  const width = room.width * PRODUCT_PART;
  const rest = room.width - width;
  return isPersonLeft
    ? { product: { left: room.left, width }, subject: { left: room.left + width, width: rest } }
    : { product: { left: room.left + rest, width }, subject: { left: room.left, width: rest } };
}

/** Arranges the figures: a person on one third, other things next to it. */
export function arrangeSeats(stage: Stage, company: PictureCompany): Seats {
  const { person, product, subject, references } = company;
  if (person === null) return { stage, person: null, room: null, productRoom: null };
  const isShared = product || subject || references;
  const box = computePersonBox(stage, person, isShared);
  if (!isShared) return { stage, person: box, room: null, productRoom: null };
  const room = computeRoom(stage, box, person.isOval);
  const parts =
    product && subject
      ? divideRoom(room, stage.heroX > stage.width / 2)
      : { subject: room, product: room };
  const heroX = parts.subject.left + parts.subject.width / 2;
  return {
    stage: { ...stage, heroX, room: parts.subject },
    person: box,
    room,
    productRoom: parts.product,
  };
}

/** Product size, as a fraction of the picture's shorter side. */
const PRODUCT_SIZE = { alone: 0.56, shared: 0.44, crowded: 0.34 } as const;
/** Maximum product height, as a fraction of the picture's height, so that it does not cover a face. */
const PRODUCT_HEIGHT_MAX = { alone: 0.62, shared: 0.46, crowded: 0.34 } as const;
/**
 * Minimum product height, as a fraction of the picture's shorter side, even if the product is wide.
 */
const PRODUCT_MIN = { alone: 0.36, shared: 0.36, crowded: 0.28 } as const;

/** Computes a product's box: on the plinth of a set, otherwise in the foreground. */
export function computeProductBox(
  { stage, productRoom }: Seats,
  aspect: number,
  company: PictureCompany,
): Box {
  const { width, height, unit, tall, brief, heroX } = stage;
  const alone = !company.person && !company.subject;
  const crowded = company.person && company.subject;
  const kind = alone ? 'alone' : crowded ? 'crowded' : 'shared';
  const size = unit * PRODUCT_SIZE[kind] * (tall ? 1.12 : 1);
  const most = Math.min(height * PRODUCT_HEIGHT_MAX[kind], unit * 0.8);
  const high = Math.min(most, Math.max(unit * PRODUCT_MIN[kind], size / Math.sqrt(aspect)));
  const widest = Math.min(unit * 0.72, productRoom?.width ?? Infinity);
  const shrink = Math.min(1, widest / (high * aspect));
  const [wide, tallness] = [high * aspect * shrink, high * shrink];
  const onPlinth = brief.ground === 'table' && !company.subject;
  const foot = onPlinth ? height * PLINTH_Y + unit * 0.035 : height * FOREGROUND;
  const side = heroX > width / 2 ? 1 : -1;
  const free = company.subject ? width * (0.5 - side * 0.24) : heroX;
  const middle = productRoom === null ? free : productRoom.left + productRoom.width / 2;
  const margin = unit * (productRoom === null ? 0.03 : GAP);
  return {
    x: Math.max(margin, Math.min(width - wide - margin, middle - wide / 2)),
    y: foot - tallness,
    width: wide,
    height: tallness,
  };
}
