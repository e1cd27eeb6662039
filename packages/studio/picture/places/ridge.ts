import type { Random } from '../random.js';
import type { Stage } from '../stage.js';
import { n, path, polyline, vertical, type Paint, type Point } from '../svg.js';

/** Returns the height above the base line at each x. */
export type Profile = (x: number) => number;

/**
 * Creates rolling ground: a sum of sines with decreasing amplitude. The result is within about ±1.
 */
export function createRolling(random: Random, width: number, bumps: number): Profile {
  const waves = [1, 2.1, 4.3].map((octave) => ({
    turn: (octave * bumps * 2 * Math.PI) / width,
    phase: random.between(0, 2 * Math.PI),
    size: random.between(0.7, 1) / octave ** 1.15,
  }));
  return (x) =>
    waves.reduce((sum, { turn, phase, size }) => sum + size * Math.sin(x * turn + phase), 0) / 1.6;
}

/** Creates gentle ground around `y`, `swing` pixels up and down. */
export function createGentleGround(
  stage: Stage,
  random: Random,
  y: number,
  swing: number,
): Profile {
  const roll = createRolling(random, stage.width, 0.8);
  return (x) => y - swing * roll(x);
}

/** Samples a profile's points across the picture, every few pixels. */
export function sampleAcross(stage: Stage, y: Profile, step = 12): Point[] {
  const count = Math.ceil(stage.width / step) + 1;
  return Array.from({ length: count }, (_, index) => [index * step, y(index * step)] as const);
}

/** Fills the area from a line of points down to `bottom`. */
export const fillBelow = (points: readonly Point[], bottom: number, paint: Paint): string =>
  path(`${polyline(points)}V${n(bottom)}H${n(points[0]?.[0] ?? 0)}z`, paint);

/** Creates the misty fade of printed landscapes: ink at the crest, paler towards the foot. */
export const misty = (top: number, bottom: number, crest: string, foot: string): Paint =>
  vertical(top, bottom, [
    [0, crest],
    [1, foot],
  ]);
