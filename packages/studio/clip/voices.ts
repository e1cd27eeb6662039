import type { Random } from '../picture/random.js';

/** Sample rate of all generated sound. */
export const SAMPLE_RATE = 48_000;

/** A sound source: each call returns its next sample, left and right, about -1..1. */
export type Voice = (at: number) => readonly [left: number, right: number];
export type MakeVoice = (random: Random) => Voice;

const TURN = 2 * Math.PI;

/** Creates white noise from 32-bit steps; calling `Random` for every sample would be too slow. */
function noise(random: Random): () => number {
  let state = random.whole(1, 0x7fffffff) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x8000_0000;
  };
}

/** Creates a low-pass filter with a cutoff of about `hertz`, which may change from call to call. */
function lowPass(): (sample: number, hertz: number) => number {
  let held = 0;
  return (sample, hertz) => {
    held += (sample - held) * Math.min(1, (TURN * hertz) / SAMPLE_RATE);
    return held;
  };
}

/** Creates wide stereo noise; both channels share a part, so the middle is not empty. */
function wideNoise(random: Random) {
  const [middle, left, right] = [noise(random), noise(random), noise(random)];
  const [low, high] = [lowPass(), lowPass()];
  return (hertz: number): [number, number] => {
    const shared = middle() * 0.6;
    return [low(shared + left() * 0.4, hertz), high(shared + right() * 0.4, hertz)];
  };
}

const wind: MakeVoice = (random) => {
  const source = wideNoise(random);
  const phase = random.between(0, TURN);
  return (at) => {
    const gust = 0.55 + 0.3 * Math.sin(0.9 * at + phase) + 0.15 * Math.sin(2.3 * at + 2 * phase);
    const [left, right] = source(180 + 420 * gust);
    return [left * gust * 2.4, right * gust * 2.4];
  };
};

const rain: MakeVoice = (random) => {
  const [hiss, body, drops] = [wideNoise(random), wideNoise(random), noise(random)];
  let drop = 0;
  let side = 0;
  return () => {
    const [left, right] = hiss(9000);
    const [deepLeft, deepRight] = body(700);
    if (drops() > 0.9992) {
      drop = 0.5;
      side = drops();
    }
    drop *= 0.992;
    const tick = drop * drops();
    return [
      (left - deepLeft) * 0.36 + tick * (0.5 - side * 0.4),
      (right - deepRight) * 0.36 + tick * (0.5 + side * 0.4),
    ];
  };
};

const sea: MakeVoice = (random) => {
  const [surf, deep] = [wideNoise(random), wideNoise(random)];
  const phase = random.between(0, TURN);
  return (at) => {
    // Surf swells quickly and ebbs slowly.
    const swell =
      0.5 + 0.5 * Math.sin(TURN * (at / 6.5) + phase + 0.6 * Math.sin(at * 0.97 + phase));
    const [left, right] = surf(350 + 2600 * swell * swell);
    const [deepLeft, deepRight] = deep(140);
    const height = 0.22 + 0.9 * swell * swell;
    return [left * height + deepLeft * 1.1, right * height + deepRight * 1.1];
  };
};

const city: MakeVoice = (random) => {
  const [rumble, cars] = [wideNoise(random), wideNoise(random)];
  const phase = random.between(0, TURN);
  return (at) => {
    const [left, right] = rumble(110);
    const passing = Math.max(0, Math.sin(TURN * (at / 5.2) + phase)) ** 3;
    const side = 0.5 + 0.4 * Math.cos(TURN * (at / 5.2) + phase);
    const [carLeft, carRight] = cars(320 + 500 * passing);
    return [
      left * 2.6 + carLeft * passing * (1 - side) * 1.2,
      right * 2.6 + carRight * passing * side * 1.2,
    ];
  };
};

/** Creates short calls at irregular times: returns the result of `call` during each one. */
function createCalls(
  random: Random,
  every: number,
  call: (since: number, pitch: number) => number,
): Voice {
  let next = random.between(0.4, every);
  let [start, pitch, side] = [-Infinity, 1, 0.5];
  return (at) => {
    if (at >= next) {
      [start, pitch, side] = [at, random.between(0.85, 1.2), random.between(0.15, 0.85)];
      next = at + random.between(0.5 * every, 1.6 * every);
    }
    const sample = call(at - start, pitch);
    return [sample * (1 - side), sample * side];
  };
}

/** Creates two or three notes that slide down, like small birds' song. */
function chirp(since: number, pitch: number): number {
  const note = since * 7;
  const within = note % 1;
  if (note >= 3 || within > 0.6) return 0;
  const shape = Math.sin((Math.PI * within) / 0.6) ** 2;
  const hertz = pitch * (3300 - 900 * within + 260 * Math.floor(note));
  return 0.2 * shape * Math.sin(TURN * hertz * since);
}

const forest: MakeVoice = (random) => {
  const leaves = wind(random.fork('leaves'));
  const birds = [
    createCalls(random.fork('bird'), 1.9, chirp),
    createCalls(random.fork('birds'), 3.1, chirp),
  ];
  return (at) => sum([scalePair(leaves(at), 0.45), ...birds.map((bird) => bird(at))]);
};

const night: MakeVoice = (random) => {
  const air = wind(random.fork('air'));
  const speed = random.between(0.9, 1.1);
  return (at) => {
    // Crickets make pulses of one high note, in groups.
    const group = Math.max(0, Math.sin(TURN * 0.9 * speed * at)) ** 0.5;
    const pulse = Math.max(0, Math.sin(TURN * 17 * at)) ** 2;
    const left = 0.055 * group * pulse * Math.sin(TURN * 4150 * at);
    const right = 0.04 * group * pulse * Math.sin(TURN * 4310 * at);
    return sum([scalePair(air(at), 0.35), [left, right]]);
  };
};

const fire: MakeVoice = (random) => {
  const [roar, crackle] = [wideNoise(random), noise(random)];
  let spark = 0;
  return () => {
    const [left, right] = roar(240);
    if (crackle() > 0.9997) spark = Math.abs(crackle());
    spark *= 0.985;
    const snap = spark * crackle() * 0.5;
    return [left * 1.3 + snap, right * 1.3 + snap * 0.8];
  };
};

/** Creates a quiet, swelling chord, for prompts without a word for a sound. */
const pad: MakeVoice = (random) => {
  const root = 110 * 2 ** (random.whole(-3, 4) / 12);
  const minor = random.chance(0.5);
  const steps = [0, 7, 12, minor ? 15 : 16, 19];
  const notes = steps.map((step, index) => ({
    hertz: root * 2 ** (step / 12),
    phase: random.between(0, TURN),
    swell: random.between(0.25, 0.55),
    level: 0.15 / (1 + index * 0.35),
  }));
  return (at) =>
    notes.reduce<[number, number]>(
      ([left, right], { hertz, phase, swell, level }) => {
        const loud = level * (0.65 + 0.35 * Math.sin(TURN * swell * at * 0.5 + phase));
        const computeTone = (cents: number) => {
          const angle = TURN * hertz * (1 + cents) * at + phase;
          return Math.sin(angle) + 0.22 * Math.sin(2 * angle);
        };
        return [left + loud * computeTone(-0.0011), right + loud * computeTone(0.0011)];
      },
      [0, 0],
    );
};

function scalePair([left, right]: readonly [number, number], by: number): [number, number] {
  return [left * by, right * by];
}

export function sum(samples: readonly (readonly [number, number])[]): [number, number] {
  return samples.reduce<[number, number]>((all, one) => [all[0] + one[0], all[1] + one[1]], [0, 0]);
}

export const VOICES = { wind, rain, sea, city, forest, night, fire, pad } as const;
export type VoiceName = keyof typeof VOICES;
