import type { ByteReader } from './inspection.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { createWindowedReader } from './windowed.js';

/** Top-level boxes whose tables a demuxer reads (ISO 14496-12). */
const INDEXES = new Set(['moov', 'moof']);
/** Boxes whose content the demuxer searches for further boxes, at any depth. */
const CONTAINERS = new Set(
  'moov trak mdia minf dinf stbl moof traf mvex mfra edts sinf schi wave udta meta'.split(' '),
);
/** Known encoders write tables at most 5 boxes deep. */
const DEPTH_MAX = 16;
/** Number of packets in ten hours of audio. */
const SAMPLES_MAX = 2_000_000;
/** Maximum number of top-level boxes: enough for three hours in fragments of one second. */
const BOXES_MAX = 20_000;
/** Far larger than the index of a file with `SAMPLES_MAX` samples. */
const INDEX_BYTES_MAX = 64_000_000;

const refuse = () => new MediaRefused('too_complex');

/**
 * Refuses an MP4 or QuickTime file whose tables announce more samples than a 200 MB file can have.
 * A demuxer keeps an entry for each sample, and for each requested packet iterates over all entries
 * of its chunk; a few bytes can announce 2^32 samples. The thread's heap limit does not always
 * help: V8 has ended the whole process.
 * @throws {MediaRefused}
 */
export async function requireFewSamples(file: ByteReader): Promise<void> {
  const peek = createWindowedReader(file);
  let samples = 0;
  let boxes = 0;
  for (let at = 0; at + 8 <= file.size; boxes += 1) {
    if (boxes > BOXES_MAX) throw refuse();
    const head = await peek(at, 16);
    const type = head.toString('latin1', 4, 8);
    const { end, header } = readBoxExtent(head, at, file.size);
    if (end < at + header) return;
    if (INDEXES.has(type)) {
      if (end - at > INDEX_BYTES_MAX) throw refuse();
      for (const count of readSampleCounts(Buffer.from(await file.read(at + header, end)), 1)) {
        samples += count;
        if (samples > SAMPLES_MAX) throw refuse();
      }
    }
    at = end;
  }
}

/** Returns the end of the box that begins at `at`, and the length of the box's header. */
function readBoxExtent(head: Buffer, at: number, size: number): { end: number; header: number } {
  const length = head.readUInt32BE(0);
  if (length === 0) return { end: size, header: 8 };
  if (length !== 1 || head.length < 16) return { end: Math.min(size, at + length), header: 8 };
  return { end: Math.min(size, at + Number(head.readBigUInt64BE(8))), header: 16 };
}

/**
 * Yields the sample counts of all boxes in a container. Every box counts as at least one sample.
 */
function* readSampleCounts(bytes: Buffer, depth: number): Generator<number> {
  if (depth > DEPTH_MAX) throw refuse();
  for (let at = 0; at + 8 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const { end, header } = readBoxExtent(bytes.subarray(at, at + 16), at, bytes.length);
    if (end < at + header) return;
    const content = bytes.subarray(at + header, end);
    yield 1;
    if (CONTAINERS.has(type)) yield* readSampleCounts(skipVersion(type, content), depth + 1);
    else yield readTableCount(type, content);
    at = end;
  }
}

/**
 * Skips version and flags, which are 0, at the start of an ISO `meta` box; a QuickTime one begins
 * with a box.
 */
const skipVersion = (type: string, content: Buffer): Buffer =>
  type === 'meta' && content.length >= 4 && content.readUInt32BE(0) === 0
    ? content.subarray(4)
    : content;

/** Position of a table's number of entries, and size of each entry in bytes. */
interface Table {
  readonly countAt: number;
  readonly entryBytes: (content: Buffer) => number;
}

const table = (countAt: number, entryBytes: Table['entryBytes']): Table => ({
  countAt,
  entryBytes,
});

/** The tables with an entry for each sample, chunk or edit. Each table begins with its version. */
const TABLES: Readonly<Record<string, Table>> = {
  stts: table(4, () => 8),
  ctts: table(4, () => 8),
  stsc: table(4, () => 12),
  stss: table(4, () => 4),
  stco: table(4, () => 4),
  co64: table(4, () => 8),
  elst: table(4, (content) => (content[0] === 0 ? 12 : 20)),
  stsz: table(8, (content) => (content.readUInt32BE(4) === 0 ? 4 : 0)),
  stz2: table(8, (content) => (content[7] ?? 0) / 8),
  trun: table(4, (content) => 4 * countFlagBits((content[2] ?? 0) & 0b1111)),
};

const countFlagBits = (flags: number): number => [1, 2, 4, 8].filter((bit) => flags & bit).length;

/**
 * Counts the samples that a table announces; 0 for other boxes.
 * @throws {MediaRefused} when the table is longer than its box, because a demuxer would read beyond
 * the box
 */
function readTableCount(type: string, content: Buffer): number {
  // Sample descriptions may contain boxes, but never a sample table.
  if (type === 'stsd' && content.includes('stbl')) throw refuse();
  const found = Object.hasOwn(TABLES, type) ? TABLES[type] : undefined;
  if (!found) return 0;
  if (content.length < found.countAt + 4) throw refuse();
  const entries = content.readUInt32BE(found.countAt);
  const listed = content.subarray(found.countAt + 4);
  if (entries * found.entryBytes(content) > listed.length) throw refuse();
  if (type === 'stsc') return entries + countChunkSamples(listed, entries);
  if (type !== 'stts' && type !== 'ctts') return entries;
  let samples = 0;
  for (let at = 0; at < entries * 8; at += 8) samples += Math.max(1, listed.readUInt32BE(at));
  return samples;
}

/**
 * Returns the samples in the largest chunk plus the number of chunks, computed from the first chunk
 * of each entry. Chunks count too, because for uncompressed audio the demuxer creates an entry for
 * each chunk.
 */
function countChunkSamples(listed: Buffer, entries: number): number {
  let largest = 0;
  let chunks = 0;
  let last = 1;
  for (let at = 0; at < entries * 12; at += 12) {
    const first = listed.readUInt32BE(at);
    chunks += Math.max(0, first - last);
    last = first;
    largest = Math.max(largest, listed.readUInt32BE(at + 4));
  }
  return largest + chunks;
}
