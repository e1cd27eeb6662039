import type { Random } from '../picture/random.js';
import type { Light } from './warp.js';

/** The behaviour of the light: it always drifts, flickers near a fire, and flashes in a storm. */
export type Mood = 'calm' | 'fire' | 'storm';

/** Brightness change by passing clouds, in levels of 255: hardly noticeable. */
const DRIFT = 4;
const BREATH = 2;
const FLICKER = 7;
const FLASH = 85;
/** Length of a flash: a short glare and a longer afterglow. */
const FLASH_SECONDS = 0.5;
const FLASH_EVERY_SECONDS = 3.5;

const TURN = 2 * Math.PI;

/**
 * Writes the light at a moment into `light`. At 0 s it writes no change, so the picture is
 * unchanged.
 */
export type LightWriter = (light: Light, at: number) => void;

/** Creates the light for a clip of this many seconds. */
export function createLamp(mood: Mood, seconds: number, random: Random): LightWriter {
  const [across, down] = [random.between(0, TURN), random.between(0, TURN)];
  const flashes = mood === 'storm' ? chooseFlashTimes(seconds, random) : [];
  return ({ columns, rows }, at) => {
    const even = BREATH * Math.sin((TURN * at) / 5.3) + flicker(mood, at) + glare(flashes, at);
    wave(columns, across, { at, turns: 0.7, speed: 0.11 });
    wave(rows, down, { at, turns: 0.5, speed: -0.07 });
    for (let row = 0; row < rows.length; row += 1) {
      rows[row] = (rows[row] ?? 0) + Math.round(even * 256);
    }
  };
}

/** Creates a wave along a side, which is zero at 0 s. */
function wave(
  side: Int32Array,
  phase: number,
  { at, turns, speed }: { at: number; turns: number; speed: number },
): void {
  for (let index = 0; index < side.length; index += 1) {
    const angle = phase + (TURN * turns * index) / side.length;
    const moved = Math.sin(angle - TURN * speed * at) - Math.sin(angle);
    side[index] = Math.round(DRIFT * 256 * moved);
  }
}

function flicker(mood: Mood, at: number): number {
  if (mood !== 'fire') return 0;
  const flame = Math.sin(11 * at) + 0.6 * Math.sin(17.3 * at + 1) + 0.4 * Math.sin(29.1 * at + 2);
  return FLICKER * Math.min(1, at) * flame * 0.5;
}

function chooseFlashTimes(seconds: number, random: Random): number[] {
  const count = Math.max(1, Math.floor(seconds / FLASH_EVERY_SECONDS));
  const span = (seconds - 1) / count;
  return Array.from({ length: count }, (_, index) => 0.8 + span * (index + random.next() * 0.6));
}

function glare(flashes: readonly number[], at: number): number {
  return flashes.reduce((sum, start) => {
    const since = at - start;
    if (since < 0 || since > FLASH_SECONDS) return sum;
    // The light flashes twice in a row, like lightning.
    const second = since > 0.12 ? 0.6 * Math.exp((0.12 - since) * 14) : 0;
    return sum + FLASH * Math.max(Math.exp(-since * 30), second);
  }, 0);
}
