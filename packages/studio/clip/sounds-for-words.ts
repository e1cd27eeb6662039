import type { Random } from '../picture/random.js';
import { SAMPLE_RATE, sum, VOICES, type VoiceName } from './voices.js';

/** One row per sound: the words that cause the sound, and its loudness relative to other sounds. */
const HEARD: readonly { voice: VoiceName; level: number; says: RegExp }[] = [
  { voice: 'rain', level: 0.5, says: /\b(?:rain\w*|drizzle|storm\w*|thunder\w*|umbrella)\b/ },
  {
    voice: 'sea',
    level: 0.6,
    says: /\b(?:sea|seas|ocean|waves?|beach\w*|coast\w*|shore|surf|harbou?r|bay|lighthouse|sail\w*)\b/,
  },
  { voice: 'fire', level: 0.6, says: /\b(?:fire|campfire|fireplace|bonfire|candle\w*|flames?)\b/ },
  {
    voice: 'city',
    level: 0.6,
    says: /\b(?:city|street\w*|traffic|urban|downtown|tokyo|york|cyberpunk|metropolis|caf[eé])\b/,
  },
  {
    voice: 'forest',
    level: 0.85,
    says: /\b(?:forest|woods?|woodland|jungle|garden|meadow|park|birds?|spring|blossoms?)\b/,
  },
  { voice: 'night', level: 1, says: /\b(?:night|midnight|moon\w*|stars?|starry|firefl\w+)\b/ },
  {
    voice: 'wind',
    level: 0.5,
    says: /\b(?:wind\w*|storm\w*|desert|dunes?|mountains?|alp\w*|snow\w*|blizzard|winter|sky|hills?|cliffs?|sand)\b/,
  },
  {
    voice: 'pad',
    level: 0.5,
    says: /\b(?:music\w*|cinematic|epic|song|melod\w+|piano|dream\w*)\b/,
  },
];
const VOICES_MAX = 3;
const FADE_IN_SECONDS = 0.5;
const FADE_OUT_SECONDS = 1;

/** Finds a prompt's voices, at most three; the pad if the prompt contains no word for a voice. */
export function findVoices(prompt: string): readonly { voice: VoiceName; level: number }[] {
  const text = prompt.toLowerCase();
  const heard = HEARD.filter(({ says }) => says.test(text)).slice(0, VOICES_MAX);
  return heard.length > 0 ? heard : [{ voice: 'pad', level: 0.75 }];
}

/** Returns the next samples of an ambience, left and right interleaved. */
export type Ambience = (frames: number) => Float32Array;

/**
 * Creates a quiet ambience from a prompt's words, which fades in at its start and out at its end.
 * The same prompt gives the same sound.
 */
export function createAmbience(prompt: string, seconds: number, random: Random): Ambience {
  const chosen = findVoices(prompt);
  // Divides the loudness, so that several voices are not louder than one.
  const share = 0.62 / Math.sqrt(chosen.length);
  const voices = chosen.map(({ voice, level }) => {
    const next = VOICES[voice](random.fork(voice));
    return (at: number): [number, number] => {
      const [left, right] = next(at);
      return [left * level * share, right * level * share];
    };
  });
  let done = 0;
  return (frames) => {
    const samples = new Float32Array(frames * 2);
    for (let index = 0; index < frames; index += 1, done += 1) {
      const at = done / SAMPLE_RATE;
      const [left, right] = sum(voices.map((voice) => voice(at)));
      const loud = fade(at, seconds);
      samples[index * 2] = limit(left * loud);
      samples[index * 2 + 1] = limit(right * loud);
    }
    return samples;
  };
}

function fade(at: number, seconds: number): number {
  const share = Math.min(1, at / FADE_IN_SECONDS, Math.max(0, seconds - at) / FADE_OUT_SECONDS);
  return share * share * (3 - 2 * share);
}

/** Limits softly, so that an unlucky sum of voices does not crackle. */
const limit = (sample: number): number => Math.tanh(sample);
