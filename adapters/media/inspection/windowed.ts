import type { ByteReader } from './inspection.js';

const WINDOW_BYTES = 65_536;

/** Reads short pieces on an upward walk; one range of the source serves many of them. */
export type Peek = (at: number, length: number) => Promise<Buffer>;

/** A `Peek` over a file; what lies beyond its end is missing from the answer. */
export function windowed(file: ByteReader): Peek {
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
