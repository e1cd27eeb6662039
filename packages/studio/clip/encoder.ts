import { createRequire } from 'node:module';

/** Every clip's frames per second. */
export const FRAME_RATE = 24;

type Module = typeof import('h264-mp4-encoder');

// The package is a CommonJS module whose names Node.js cannot detect for an import.
const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder') as Module;

/** The encoder's speed: 10 is the fastest; 5 takes twice the time for half the bytes. */
const SPEED = 10;
/** Number of frames between key frames: two seconds. Players seek to key frames. */
const KEY_FRAME_EVERY = 2 * FRAME_RATE;

/** Encodes a stream of frames as an H.264 (Baseline) file; holds wasm memory until `finish`. */
export interface FrameEncoder {
  /**
   * Adds one frame: the brightness plane, then the two colour planes at half the size. Takes 8 to
   * 40 ms.
   */
  add(frame: Uint8ClampedArray): void;
  /** Returns the MP4 without sound. */
  finish(): Uint8Array;
}

/** @param quantizer 10 to 51; adding 6 halves the bytes */
export async function createFrameEncoder(
  width: number,
  height: number,
  quantizer: number,
): Promise<FrameEncoder> {
  const encoder = await createH264MP4Encoder();
  encoder.width = width;
  encoder.height = height;
  encoder.frameRate = FRAME_RATE;
  encoder.speed = SPEED;
  encoder.groupOfPictures = KEY_FRAME_EVERY;
  encoder.quantizationParameter = quantizer;
  encoder.initialize();
  return {
    add: (frame) => encoder.addFrameYuv(frame),
    finish() {
      encoder.finalize();
      const mp4 = encoder.FS.readFile(encoder.outputFilename);
      encoder.FS.unlink(encoder.outputFilename);
      encoder.delete();
      return mp4;
    },
  };
}
