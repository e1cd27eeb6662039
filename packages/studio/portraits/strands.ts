import { createRandom } from '../picture/random.js';
import { circle, group, n, path, stroke, type Point } from '../picture/svg.js';
import type { SurfaceTones } from './tones.js';

/** Layers of a hairstyle, drawn for a face with a half-width of 150. */
export interface Hair {
  /** The layer behind neck and shoulders. */
  readonly back: string;
  /** The layer over the face. */
  readonly front: string;
  /** Outline of the part that casts a shadow on the forehead; empty if there is no shadow. */
  readonly shadow: string;
  /** Whether the hair hangs over the ears. */
  readonly overEars?: true;
}

export interface HairInk extends SurfaceTones {
  /** Fraction of grey strands, 0..1 */
  readonly grey: number;
}

export type DrawHair = (ink: HairInk) => Hair;

/** A start (x y) and any number of cubic segments with six numbers each. */
export type Line = readonly number[];

const ORIGIN: Point = [0, 0];
const GREY = '#d6d3d0';

/** Draws a line that is widest in its middle and tapers to both ends. */
function tapered(line: Line, width: number): string {
  const points = Array.from({ length: line.length / 2 }, (_, at): Point => [
    line[2 * at] ?? 0,
    line[2 * at + 1] ?? 0,
  ]);
  const start = points[0] ?? ORIGIN;
  const end = points.at(-1) ?? ORIGIN;
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const across: Point = [
    ((start[1] - end[1]) / length) * (width / 2),
    ((end[0] - start[0]) / length) * (width / 2),
  ];
  const inner = points.slice(1, -1);
  const pieces = (run: readonly Point[]) =>
    run.map(([x, y], at) => `${at % 3 === 0 ? 'C' : ' '}${n(x)} ${n(y)}`).join('');
  const there = inner.map(([x, y]): Point => [x + across[0], y + across[1]]);
  const back = inner.toReversed().map(([x, y]): Point => [x - across[0], y - across[1]]);
  return `M${n(start[0])} ${n(start[1])}${pieces([...there, end])}${pieces([...back, start])}Z`;
}

/** Draws strands between two lines: broad faint strands, then fine ones, some of them grey. */
export function flow(ink: HairInk, from: Line, to: Line, count: number): string {
  const random = createRandom(`strands ${from.join()}`);
  const strand = (at: number, total: number, [thin, thick]: Point, opacity: number): string => {
    const share = (at + random.between(0.1, 0.9)) / total;
    const line = from.map((value, index) => value + ((to[index] ?? value) - value) * share);
    const shape = tapered(line, random.between(thin, thick));
    const colour = random.chance(0.5) ? ink.deep : ink.light;
    return random.chance(thick > 9 ? ink.grey - 0.3 : ink.grey)
      ? path(shape, GREY, 0.5 + 0.3 * ink.grey)
      : path(shape, colour, opacity * random.between(0.6, 1.3));
  };
  const broad = Array.from({ length: count }, (_, at) => strand(at, count, [9, 20], 0.24));
  const fine = Array.from({ length: 2 * count }, (_, at) => strand(at, 2 * count, [2.5, 6], 0.5));
  return broad.join('') + fine.join('');
}

/** Draws the same content on both sides of the face. */
export const mirrored = (content: string): string => content + group('scale(-1 1)', content);

/** Draws curls: discs along the points, each with a lit and a shaded ring. */
export function curls(ink: HairInk, points: readonly Point[], radius: number): string {
  const random = createRandom(`curls ${points.length} ${radius}`);
  const placed = points.map(([x, y]) => {
    const r = radius * random.between(0.84, 1.18);
    return { x: x + random.between(-6, 6), y: y + random.between(-6, 6), r };
  });
  const rings = placed.map(({ x, y, r }) => {
    const turn = random.between(-50, 30);
    const inner = 0.58 * r;
    const grey = random.chance(ink.grey * 0.7);
    const lit = `M${n(-inner)} 0A${n(inner)} ${n(inner)} 0 0 1 ${n(inner * 0.8)} ${n(-inner * 0.6)}`;
    const low = `M${n(-inner * 0.6)} ${n(inner * 0.7)}A${n(inner)} ${n(inner)} 0 0 0 ${n(inner)} 0`;
    return group(
      `translate(${n(x)} ${n(y)}) rotate(${n(turn)})`,
      stroke(lit, grey ? GREY : ink.light, 5, grey ? 0.5 : 0.65) + stroke(low, ink.deep, 5, 0.5),
    );
  });
  return placed.map(({ x, y, r }) => circle([x, y], r, ink.base)).join('') + rings.join('');
}

/** Returns points on an arc, with angles in degrees clockwise from the right. */
export function arc(
  [x, y]: Point,
  [rx, ry]: Point,
  from: number,
  to: number,
  count: number,
): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = ((from + ((to - from) * at) / (count - 1)) * Math.PI) / 180;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const;
  });
}
