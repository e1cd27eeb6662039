import type { Random } from '../picture/random.js';
import type { Weather } from '../picture/words.js';
import { toYuv } from './planes.js';
import { halveSpot, stamp } from './stamp.js';
import { KINDS, type ParticleKind } from './weather-kinds.js';

/** A frame being drawn: the brightness plane, then the two colour planes at half the size. */
export interface Frame {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Fade-in time of weather in seconds, because the first frame shows only the picture. */
const ENTER_SECONDS = 0.7;
/**
 * Margin beyond the frame on each side, in addition to the particle's size, so that particles do
 * not appear or vanish inside the frame.
 */
const MARGIN = 0.05;

interface Particle {
  readonly x: number;
  readonly y: number;
  /** The particle's nearness from 0.4 (far) to 1 (near), which scales its size and speed. */
  readonly near: number;
  readonly phase: number;
  readonly colour: readonly [number, number, number];
}

/** Draws the weathers' particles at a moment. */
export type AirPainter = (frame: Frame, at: number) => void;

/**
 * Creates the painter for weathers with particles. Each particle's position depends only on time.
 */
export function createAir(weathers: readonly Weather[], random: Random): AirPainter {
  const layers = weathers.flatMap((weather) => {
    const kind = KINDS[weather];
    if (kind === undefined) return [];
    const choice = random.fork(weather);
    return [{ kind, particles: Array.from({ length: kind.count }, () => particle(kind, choice)) }];
  });
  return (frame, at) => {
    const entered = Math.min(1, at / ENTER_SECONDS);
    if (entered === 0) return;
    for (const { kind, particles } of layers) {
      for (const one of particles) drawParticle(frame, kind, { one, at, entered });
    }
  };
}

function particle({ colours }: ParticleKind, random: Random): Particle {
  const [red, green, blue] = random.pick(colours);
  return {
    x: random.next(),
    y: random.next(),
    near: random.between(0.4, 1),
    phase: random.between(0, 2 * Math.PI),
    colour: toYuv(red, green, blue),
  };
}

/** Wraps a position around to the frame's other side. */
function wrapped(share: number, radius: number): number {
  const margin = MARGIN + radius;
  const span = 1 + 2 * margin;
  return ((((share + margin) % span) + span) % span) - margin;
}

function drawParticle(
  frame: Frame,
  kind: ParticleKind,
  { one, at, entered }: { one: Particle; at: number; entered: number },
): void {
  const side = Math.min(frame.width, frame.height);
  const [toWidth, toHeight] = [side / frame.width, side / frame.height];
  const [across, along] = kind.radius;
  const { near, phase } = one;
  const swing = kind.sway * Math.sin(phase + at * (0.8 + near));
  const x = one.x + (kind.velocity[0] * near * at + swing) * toWidth;
  const y = one.y + kind.velocity[1] * near * at * toHeight;
  const glow = kind.pulse === 0 ? 1 : 0.5 + 0.5 * Math.sin(phase + 2 * Math.PI * kind.pulse * at);
  const alpha = kind.alpha * entered * glow * (0.4 + 0.6 * near);
  const luma = {
    width: frame.width,
    height: frame.height,
    start: 0,
    x: wrapped(x, across * toWidth) * frame.width,
    y: wrapped(y, along * toHeight) * frame.height,
    across: Math.max(0.8, across * side * near),
    along: Math.max(0.8, along * side * near),
  };
  stamp(frame.data, luma, { slant: kind.slant, value: one.colour[0], alpha });
  const size = frame.width * frame.height;
  const chroma = halveSpot(luma);
  stamp(frame.data, { ...chroma, start: size }, { slant: kind.slant, value: one.colour[1], alpha });
  stamp(
    frame.data,
    { ...chroma, start: size + size / 4 },
    { slant: kind.slant, value: one.colour[2], alpha },
  );
}
