import type { PortraitLook } from './look.js';

/** A garment in layers, from back to front. */
export interface Outfit {
  /** The torso's colour. */
  readonly torso: string;
  /** The layer behind neck and head. */
  readonly behind: string;
  /** The layer on the torso, clipped to it. */
  readonly cloth: string;
  /** Outline of the visible skin. */
  readonly opening: string;
  /** Collars, drawn over the skin. */
  readonly front: string;
}

export type DrawOutfit = (look: PortraitLook) => Outfit;

/** Returns a neckline that ends in a curve at depth `y`, `out` beyond the neck on both sides. */
export function roundOpening(w: number, out: number, y: number): string {
  const x = w + out;
  return `M-${w} 560V780L-${x} 830C-${x - 8} ${y - 30} -${x * 0.55} ${y} 0 ${y}C${x * 0.55} ${y} ${x - 8} ${y - 30} ${x} 830L${w} 780V560Z`;
}

/** Returns only the edge of `roundOpening`, for trims. */
export function roundEdge(w: number, out: number, y: number): string {
  const x = w + out;
  return `M-${x} 830C-${x - 8} ${y - 30} -${x * 0.55} ${y} 0 ${y}C${x * 0.55} ${y} ${x - 8} ${y - 30} ${x} 830`;
}

/** Returns a neckline that ends in a point at depth `y`. */
export const pointedOpening = (w: number, y: number): string =>
  `M-${w} 560V780L-${w + 20} 826L0 ${y}L${w + 20} 826L${w} 780V560Z`;

/**
 * Name of the torso's clip path: cloth is clipped to it where it is drawn, jackets again over the
 * skin.
 */
export const TORSO = 'torso';

/** Clips content to the torso; the body must be drawn before. */
export const onTorso = (content: string): string => `<g clip-path="url(#${TORSO})">${content}</g>`;
