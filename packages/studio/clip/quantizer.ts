import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { createFrameEncoder, FRAME_RATE } from './encoder.js';
import type { FrameMaker } from './frames.js';

/** The trial's quantizer, which is good for most pictures. */
const TRIAL = 30;
const TRIAL_FRAMES = 4;
const BEST = 26;
const COARSEST = 51;
/**
 * Bytes per second at 1080p: 12 s take at most 9.6 MB, with a reserve for what a trial cannot
 * predict.
 */
const FULL_HD_RATE = 800_000;
const FULL_HD_PIXELS = 1920 * 1080;
/** Number of other frames between two key frames. */
const OTHERS_PER_KEY = 2 * FRAME_RATE - 1;

/**
 * Chooses how coarsely a clip is coded, so that files have a reasonable size: the encoder needs one
 * number at its start, and a photo of leaves takes ten times the bytes of a sky. A trial with some
 * frames from the middle decides.
 */
export async function chooseQuantizer(
  frames: FrameMaker,
  width: number,
  height: number,
): Promise<number> {
  const encoder = await createFrameEncoder(width, height, TRIAL);
  const middle = frames.count >> 1;
  for (let step = 0; step < TRIAL_FRAMES; step += 1) encoder.add(frames.draw(middle + step));
  const [key = 0, ...others] = await readPacketSizes(encoder.finish());
  const other = others.reduce((sum, size) => sum + size, 0) / others.length;
  const rate = ((key + OTHERS_PER_KEY * other) * FRAME_RATE) / (1 + OTHERS_PER_KEY);
  // Smaller pictures have more detail per pixel, so they get more bytes per pixel.
  const wanted = FULL_HD_RATE * ((width * height) / FULL_HD_PIXELS) ** 0.75;
  const choice = Math.ceil(TRIAL + 6 * Math.log2(rate / wanted));
  return Math.min(COARSEST, Math.max(BEST, choice));
}

async function readPacketSizes(mp4: Uint8Array): Promise<number[]> {
  const input = new Input({ formats: [MP4], source: new BufferSource(mp4) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('the encoder wrote no video');
    const sizes: number[] = [];
    for await (const { byteLength } of new EncodedPacketSink(track).packets()) {
      sizes.push(byteLength);
    }
    return sizes;
  } finally {
    input.dispose();
  }
}
