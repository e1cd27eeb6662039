import { StudioFailure } from '../failure.js';
import { createRandom } from '../picture/random.js';
import { createFrameEncoder, FRAME_RATE } from './encoder.js';
import { createFrameMaker, type FrameMaker } from './frames.js';
import { measurePace, type Pace } from './motion.js';
import type { EncodedSound } from './encode-sound.js';
import { joinTracks } from './mux.js';
import { UnreadableNarration } from './narration/narration.js';
import { readPictures } from './pictures.js';
import type { ClipTask } from './protocol.js';
import { chooseQuantizer } from './quantizer.js';
import { createSound } from './sound-track.js';

/**
 * Makes a clip: draws and encodes the frames one by one, then joins them with the sound. Blocks its
 * thread for most of that time, so it runs in a worker.
 * @throws {StudioFailure} `unreadable` when one of the caller's files cannot be read
 */
export async function makeClip(
  task: ClipTask,
  onProgress: (fractionDone: number) => void,
): Promise<Uint8Array> {
  // Pictures and sound are read concurrently, because separate threads decode or encode them.
  const [pace, pictures, sound] = await Promise.all([
    readPace(task),
    readPictures(task),
    readSound(task),
  ]);
  const frames = createFrameMaker(task, pictures, pace);
  const video = await encodeFrames(frames, task, onProgress);
  return joinTracks(video, sound);
}

async function encodeFrames(
  frames: FrameMaker,
  { width, height }: ClipTask,
  onProgress: (fractionDone: number) => void,
): Promise<Uint8Array> {
  const quantizer = await chooseQuantizer(frames, width, height);
  const encoder = await createFrameEncoder(width, height, quantizer);
  for (let index = 0; index < frames.count; index += 1) {
    encoder.add(frames.draw(index));
    onProgress((index + 1) / (frames.count + 1));
  }
  return encoder.finish();
}

async function readPace({ motion, seconds }: ClipTask): Promise<Pace | null> {
  if (motion === null) return null;
  try {
    return await measurePace(motion.clip, seconds * FRAME_RATE);
  } catch (error) {
    throw buildUnreadable('motion clip', error);
  }
}

async function readSound(task: ClipTask): Promise<EncodedSound | null> {
  try {
    return await createSound(task, createRandom(`sound\n${task.seed}\n${task.prompt}`));
  } catch (error) {
    throw error instanceof UnreadableNarration ? buildUnreadable('narration', error.cause) : error;
  }
}

function buildUnreadable(name: string, cause: unknown): StudioFailure {
  return new StudioFailure('unreadable', `The ${name} cannot be read.`, cause);
}
