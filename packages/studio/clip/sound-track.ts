import type { Random } from '../picture/random.js';
import { createAmbience } from './sounds-for-words.js';
import { encodeSound, type EncodedSound } from './encode-sound.js';
import { mixUnder } from './mix.js';
import { readNarration } from './narration/narration.js';
import type { ClipTask } from './protocol.js';
import { SAMPLE_RATE } from './voices.js';

/**
 * Creates a clip's sound, exactly as long as the clip; null if the clip has no sound. A narration
 * is played over the ambience by the rule in mix.ts.
 * @throws {UnreadableNarration}
 */
export async function createSound(task: ClipTask, random: Random): Promise<EncodedSound | null> {
  if (!task.audio) return null;
  const ambience = createAmbience(task.prompt, task.seconds, random);
  const alone = ambience(Math.round(task.seconds * SAMPLE_RATE));
  if (task.narration === null) return encodeSound(alone);
  return encodeSound(mixUnder(alone, await readNarration(task.narration, task.seconds)));
}
