import sharp from 'sharp';
import { createFrameMaker, type FrameMaker } from '../../clip/frames.js';
import type { Pace } from '../../clip/motion.js';
import { readPictures } from '../../clip/pictures.js';
import type { ClipTask } from '../../clip/protocol.js';
import { scene } from './clips.js';

/** Builds a silent task of 320 by 180 pixels and four seconds. */
export async function taskOf(changes: Partial<ClipTask> = {}): Promise<ClipTask> {
  return {
    prompt: 'static shot',
    seed: 1,
    width: 320,
    height: 180,
    seconds: 4,
    audio: false,
    firstFrame: await scene(),
    references: [],
    narration: null,
    motion: null,
    ...changes,
  };
}

/** Draws the frames of a task of `taskOf` in this thread. */
export async function framesOf(
  changes: Partial<ClipTask> = {},
  pace: Pace | null = null,
): Promise<FrameMaker> {
  const task = await taskOf(changes);
  return createFrameMaker(task, await readPictures(task), pace);
}

/** Copies one frame, because the next one is drawn into the same memory. */
export const frameAt = (frames: FrameMaker, at: number): Uint8ClampedArray =>
  frames.draw(at).slice();

/** Computes the mean difference of two frames in levels of 255, over all planes. */
export function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

/** Finds the red square in a frame of 320 by 180 by its colour: centre and width in pixels. */
export function square(frame: Uint8ClampedArray): { x: number; y: number; width: number } {
  const [width, height] = [160, 90];
  const redness = frame.subarray(320 * 180 + width * height);
  const found: [number, number][] = [];
  redness.forEach((value, at) => {
    if (value > 175) found.push([at % width, Math.floor(at / width)]);
  });
  const xs = found.map(([x]) => x * 2);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    x: mean(xs),
    y: mean(found.map(([, y]) => y * 2)),
    width: Math.max(...xs) - Math.min(...xs),
  };
}

/** Converts a frame to RGB (BT.709, limited range), independently of the product code. */
export async function rgbOf(
  frame: Uint8ClampedArray,
  width: number,
  height: number,
): Promise<Buffer> {
  const size = width * height;
  const grey = (start: number, w: number, h: number) =>
    sharp(Buffer.from(frame.subarray(start, start + w * h)), {
      raw: { width: w, height: h, channels: 1 },
    });
  const [u, v] = await Promise.all(
    [size, size + size / 4].map((start) =>
      grey(start, width / 2, height / 2)
        .resize(width, height, { kernel: 'linear' })
        .extractChannel(0)
        .raw()
        .toBuffer(),
    ),
  );
  const rgb = Buffer.alloc(size * 3);
  for (let at = 0; at < size; at += 1) {
    const y = ((frame[at] ?? 0) - 16) * 1.1644;
    const [blue, red] = [(u?.[at] ?? 0) - 128, (v?.[at] ?? 0) - 128];
    const bounded = (value: number) => Math.round(Math.min(255, Math.max(0, value)));
    rgb[at * 3] = bounded(y + 1.7927 * red);
    rgb[at * 3 + 1] = bounded(y - 0.2132 * blue - 0.5329 * red);
    rgb[at * 3 + 2] = bounded(y + 2.1124 * blue);
  }
  return rgb;
}
