import type { CutOut } from '../cut/cut-out.js';
import type { Stage } from '../picture/stage.js';
import { PLINTH_Y } from '../picture/places/table.js';
import type { Box } from './layout.js';

/**
 * Positions of the given figures: people are large and cut off at the bottom, products are in the
 * foreground.
 */

/** The figures that share the picture. */
export interface PictureCompany {
  readonly person: boolean;
  readonly product: boolean;
  /** Whether the renderer draws a subject. */
  readonly subject: boolean;
}

/**
 * Distances of the subject and its counterpart from the middle when two figures share a picture.
 */
const APART = { wide: 0.2, tall: 0.19 } as const;
/** Maximum size of a person who is cut off at the bottom, as fractions of height and width. */
const PORTRAIT_HEIGHT = 0.87;
const PORTRAIT_WIDTH = { wide: 0.62, tall: 0.98 } as const;
/** Size of a whole figure, as a fraction of the short side. */
const FIGURE_HEIGHT = 0.82;
/** Vertical position of items in the foreground, as a fraction of the height. */
const FOREGROUND = 0.955;

const computeSpacing = ({ tall }: Stage): number => (tall ? APART.tall : APART.wide);

/** Returns the stage for a shared picture, where the subject moves aside. */
export function makeSpace(stage: Stage, { person, product, subject }: PictureCompany): Stage {
  if (!person || !(product || subject)) return stage;
  const side = stage.heroX > stage.width / 2 ? 1 : -1;
  return { ...stage, heroX: stage.width * (0.5 + side * computeSpacing(stage)) };
}

/**
 * Computes the person's position: opposite the subject, or in the subject's place if nothing is
 * drawn.
 */
function computePersonX(stage: Stage, { product, subject }: PictureCompany): number {
  if (!product && !subject) return stage.heroX;
  const side = stage.heroX > stage.width / 2 ? 1 : -1;
  return stage.width * (0.5 - side * computeSpacing(stage));
}

/** Computes the box of a cut-out person. */
export function computePersonBox(stage: Stage, cut: CutOut, company: PictureCompany): Box {
  const { width, height, unit, tall } = stage;
  const { aspect } = cut;
  const available = width * PORTRAIT_WIDTH[tall ? 'tall' : 'wide'];
  const tallest = cut.isCropped ? height * PORTRAIT_HEIGHT : unit * FIGURE_HEIGHT;
  const high = Math.min(tallest, available / aspect);
  const wide = high * aspect;
  const x = computePersonX(stage, company) - wide / 2;
  return {
    // Keeps people between the picture's sides.
    x: Math.max(0, Math.min(width - wide, x)),
    y: (cut.isCropped ? height : height * FOREGROUND) - high,
    width: wide,
    height: high,
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

/** A product's distance from the middle next to a person, as a fraction of the width. */
const PRODUCT_AWAY = 0.29;

function computeProductX(stage: Stage, { person, subject }: PictureCompany): number {
  const side = stage.heroX > stage.width / 2 ? 1 : -1;
  if (person && subject) return stage.width / 2;
  if (subject) return stage.width * (0.5 - side * 0.24);
  return person ? stage.width * (0.5 + side * PRODUCT_AWAY) : stage.heroX;
}

/** Computes a product's box: on the plinth of a set, otherwise in the foreground. */
export function computeProductBox(stage: Stage, aspect: number, company: PictureCompany): Box {
  const { width, height, unit, tall, brief } = stage;
  const alone = !company.person && !company.subject;
  const crowded = company.person && company.subject;
  const kind = alone ? 'alone' : crowded ? 'crowded' : 'shared';
  const size = unit * PRODUCT_SIZE[kind] * (tall ? 1.12 : 1);
  const most = Math.min(height * PRODUCT_HEIGHT_MAX[kind], unit * 0.8);
  const high = Math.min(most, Math.max(unit * PRODUCT_MIN[kind], size / Math.sqrt(aspect)));
  const shrink = Math.min(1, (unit * 0.72) / (high * aspect));
  const [wide, tallness] = [high * aspect * shrink, high * shrink];
  const onPlinth = brief.ground === 'table' && alone;
  const foot = onPlinth ? height * PLINTH_Y + unit * 0.035 : height * FOREGROUND;
  const x = computeProductX(stage, company) - wide / 2;
  const margin = unit * 0.03;
  return {
    x: Math.max(margin, Math.min(width - wide - margin, x)),
    y: foot - tallness,
    width: wide,
    height: tallness,
  };
}
