import type { ByteReader } from './inspection.js';

const WINDOW_BYTES = 65_536;

/** Reads short pieces from front to back; one source range serves many pieces. */
export type WindowedReader = (at: number, length: number) => Promise<Buffer>;

/** Creates a windowed reader for a file. A result is shorter if it reaches the end of the file. */
export function createWindowedReader(file: ByteReader): WindowedReader {
  let start = 0;
  let held = Buffer.alloc(0);
  return async (at, length) => {
    const end = Math.min(at + length, file.size);
    if (at >= end) return Buffer.alloc(0);
    if (at < start || end > start + held.length) {
      start = at;
      const upTo = Math.min(at + Math.max(length, WINDOW_BYTES), file.size);
      held = Buffer.from(await file.read(at, upTo));
    }
    return held.subarray(at - start, end - start);
  };
}
