import type { Weather } from '../picture/words.js';

/** A kind of particle. Lengths are fractions of the frame's short side; times are in seconds. */
export interface ParticleKind {
  readonly count: number;
  readonly radius: readonly [across: number, along: number];
  /** Sideways movement per downward step: a streak's slant. */
  readonly slant: number;
  readonly colours: readonly (readonly [red: number, green: number, blue: number])[];
  readonly alpha: number;
  readonly velocity: readonly [right: number, down: number];
  readonly sway: number;
  /** Number of glows per second; 0 for particles that do not glow themselves. */
  readonly pulse: number;
}

/** Particles by weather. Weathers without particles, such as clouds and stars, have no row. */
export const KINDS: Partial<Record<Weather, ParticleKind>> = {
  rain: {
    count: 190,
    radius: [0.0014, 0.03],
    slant: -0.14,
    colours: [[214, 226, 240]],
    alpha: 0.34,
    velocity: [-0.25, 1.8],
    sway: 0,
    pulse: 0,
  },
  storm: {
    count: 260,
    radius: [0.0014, 0.04],
    slant: -0.4,
    colours: [[205, 216, 232]],
    alpha: 0.36,
    velocity: [-0.9, 2.2],
    sway: 0,
    pulse: 0,
  },
  snowfall: {
    count: 150,
    radius: [0.0055, 0.0055],
    slant: 0,
    colours: [[250, 252, 255]],
    alpha: 0.8,
    velocity: [0.03, 0.15],
    sway: 0.03,
    pulse: 0,
  },
  petals: {
    count: 34,
    radius: [0.009, 0.006],
    slant: 0.5,
    colours: [
      [250, 205, 216],
      [246, 180, 200],
      [255, 232, 236],
    ],
    alpha: 0.85,
    velocity: [0.11, 0.11],
    sway: 0.05,
    pulse: 0,
  },
  leaves: {
    count: 24,
    radius: [0.011, 0.007],
    slant: 0.7,
    colours: [
      [196, 98, 32],
      [214, 148, 44],
      [158, 66, 30],
    ],
    alpha: 0.85,
    velocity: [0.24, 0.13],
    sway: 0.06,
    pulse: 0,
  },
  mist: {
    count: 9,
    radius: [0.8, 0.13],
    slant: 0,
    colours: [[232, 236, 240]],
    alpha: 0.17,
    velocity: [0.05, 0],
    sway: 0.02,
    pulse: 0.05,
  },
  fireflies: {
    count: 30,
    radius: [0.009, 0.009],
    slant: 0,
    colours: [[255, 240, 150]],
    alpha: 0.9,
    velocity: [0.012, -0.015],
    sway: 0.04,
    pulse: 0.4,
  },
};
