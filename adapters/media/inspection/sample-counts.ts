import type { ByteReader } from './inspection.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { createPeek } from './windowed.js';

/** Boxes on the way to the tables below (ISO 14496-12). */
const PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
/** The packets of ten hours of sound. */
const SAMPLES_MAX = 2_000_000;
/** Boxes of the top level: as many as a file of three hours with fragments of one second. */
const BOXES_MAX = 20_000;
/** Far larger than an index of that many samples. */
const INDEX_BYTES_MAX = 64_000_000;

/**
 * Refuses an MP4 or QuickTime file whose tables announce more samples than a file of 200 MB can
 * have. A demuxer keeps an entry for each sample, and goes through all those of a chunk for each
 * packet that it is asked for; a few bytes can announce 2^32 of them. The heap limit of the thread
 * does not always help: V8 was seen to end the whole process.
 * @throws {MediaRefused}
 */
export async function requireFewSamples(file: ByteReader): Promise<void> {
  const peek = createPeek(file);
  let samples = 0;
  let boxes = 0;
  for (let at = 0; at + 8 <= file.size; boxes += 1) {
    if (boxes > BOXES_MAX) throw new MediaRefused('too_complex');
    const head = await peek(at, 16);
    const type = head.toString('latin1', 4, 8);
    const { end, header } = extentOf(head, at, file.size);
    if (end < at + header) return;
    if (PARENTS.has(type)) {
      if (end - at > INDEX_BYTES_MAX) throw new MediaRefused('too_complex');
      for (const count of countsIn(Buffer.from(await file.read(at + header, end)))) {
        samples += count;
        if (samples > SAMPLES_MAX) throw new MediaRefused('too_complex');
      }
    }
    at = end;
  }
}

/** Where the box that begins at `at` ends, and how long its header is. */
function extentOf(head: Buffer, at: number, size: number): { end: number; header: number } {
  const length = head.readUInt32BE(0);
  if (length === 0) return { end: size, header: 8 };
  if (length !== 1 || head.length < 16) return { end: Math.min(size, at + length), header: 8 };
  return { end: Math.min(size, at + Number(head.readBigUInt64BE(8))), header: 16 };
}

/** The counts of every table below. */
function* countsIn(bytes: Buffer): Generator<number> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const { end, header } = extentOf(bytes.subarray(at, at + 16), at, bytes.length);
    if (end < at + header) return;
    const content = bytes.subarray(at + header, end);
    if (PARENTS.has(type)) yield* countsIn(content);
    else yield countOf(type, content);
    at = end;
  }
}

/**
 * The samples that a table announces; 0 for other boxes. Each begins with its version and flags.
 */
function countOf(type: string, content: Buffer): number {
  if (content.length < 12) return 0;
  if (type === 'trun') return content.readUInt32BE(4);
  if (type === 'stsz' || type === 'stz2') return content.readUInt32BE(8);
  if (type === 'stsc') return largestChunk(content);
  if (type !== 'stts' && type !== 'ctts') return 0;
  let samples = 0;
  const end = Math.min(content.length, 8 + content.readUInt32BE(4) * 8);
  for (let at = 8; at + 8 <= end; at += 8) samples += content.readUInt32BE(at);
  return samples;
}

/** The samples of the largest chunk that the table of chunks announces. */
function largestChunk(content: Buffer): number {
  let largest = 0;
  const end = Math.min(content.length, 8 + content.readUInt32BE(4) * 12);
  for (let at = 8; at + 12 <= end; at += 12) {
    largest = Math.max(largest, content.readUInt32BE(at + 4));
  }
  return largest;
}
