import type { MediaContentType } from '../../../domain/catalogue/media-types.js';
import type { ByteReader } from './inspection.js';
import { createWindowedReader, type WindowedReader } from './windowed.js';

/**
 * Returns whether a container has all the bytes that it announces. Demuxers do not report missing
 * bytes: they return the available data, or the values in the index. The store keeps a truncated
 * PUT. A cut in MP3, AAC, Ogg or live WebM cannot be detected if it falls exactly between two
 * frames, pages or blocks.
 */
export async function isWhole(file: ByteReader, type: MediaContentType): Promise<boolean> {
  return (await CHECKS[type]?.(createWindowedReader(file), file.size)) ?? true;
}

type WholenessCheck = (peek: WindowedReader, size: number) => Promise<boolean>;

const CHECKS: Partial<Record<MediaContentType, WholenessCheck>> = {
  'image/heic': (peek, size) => hasWholeBoxes(peek, size, 'meta'),
  'video/mp4': (peek, size) => hasWholeBoxes(peek, size, 'moov'),
  'video/quicktime': (peek, size) => hasWholeBoxes(peek, size, 'moov'),
  'video/x-m4v': (peek, size) => hasWholeBoxes(peek, size, 'moov'),
  'audio/mp4': (peek, size) => hasWholeBoxes(peek, size, 'moov'),
  'video/webm': hasWholeElements,
  'audio/wav': hasWholeSamples,
  'audio/ogg': hasWholeLastPage,
};

/** Checks the top-level boxes. `index` often comes last, so a truncation removes it first. */
async function hasWholeBoxes(peek: WindowedReader, size: number, index: string): Promise<boolean> {
  let indexed = false;
  for (let at = 0; at < size;) {
    const header = await peek(at, 16);
    const type = header.toString('latin1', 4, 8);
    // Padding and appended tags are not boxes, so the check ends here and the file counts as
    // complete.
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) break;
    indexed ||= type === index;
    let length = header.readUInt32BE(0);
    if (length === 1 && header.length === 16) length = Number(header.readBigUInt64BE(8));
    if (length === 0) break;
    if (length < 8) break;
    at += length;
    if (at > size) return false;
  }
  return indexed;
}

const EBML_SEGMENT = 0x18538067;
const EBML_CLUSTER = 0x1f43b675;

/**
 * Checks the elements. A live recording gives no size for the segment and its clusters, so the
 * check enters them.
 */
async function hasWholeElements(peek: WindowedReader, size: number): Promise<boolean> {
  for (let at = 0; at < size;) {
    const header = await peek(at, 12);
    const idBytes = Math.clz32(header[0] ?? 0) - 23;
    // The identifier or the size would be too long, so this is not an element and announces
    // nothing.
    if (idBytes > 4) return true;
    const sizeBytes = Math.clz32(header[idBytes] ?? 0) - 23;
    if (sizeBytes > 8) return true;
    if (header.length < idBytes + sizeBytes) return false;

    const id = header.readUIntBE(0, idBytes);
    const length = readVint(header.subarray(idBytes, idBytes + sizeBytes));
    at += idBytes + sizeBytes;
    if (length === null && id !== EBML_SEGMENT && id !== EBML_CLUSTER) return true;
    at += length ?? 0;
    if (at > size) return false;
    if (id === EBML_SEGMENT && length !== null) return true;
  }
  return true;
}

/** Returns the value after the length marker; null if all bits are ones, which means "unknown". */
function readVint(bytes: Buffer): number | null {
  const bits = BigInt(7 * bytes.length);
  const value = BigInt(`0x${bytes.toString('hex')}`) & ((1n << bits) - 1n);
  return value === (1n << bits) - 1n ? null : Number(value);
}

const UNKNOWN_RIFF_SIZE = 0xffffffff;

/** Checks the chunks before the samples. A program that streams a WAV cannot know their size. */
async function hasWholeSamples(peek: WindowedReader, size: number): Promise<boolean> {
  for (let at = 12; at < size;) {
    const header = await peek(at, 8);
    if (header.length < 8) return false;
    const length = header.readUInt32LE(4);
    const isData = header.toString('latin1', 0, 4) === 'data';
    if (isData && length === UNKNOWN_RIFF_SIZE) return true;
    at += 8 + length;
    if (at > size) return false;
    if (isData) return true;
    at += length & 1;
  }
  return false;
}

const OGG_HEADER_BYTES = 27;
export const OGG_PAGE_BYTES_MAX = OGG_HEADER_BYTES + 255 + 255 * 255;

async function hasWholeLastPage(peek: WindowedReader, size: number): Promise<boolean> {
  const tail = await peek(Math.max(0, size - OGG_PAGE_BYTES_MAX), OGG_PAGE_BYTES_MAX);
  const page = tail.subarray(Math.max(0, tail.lastIndexOf('OggS')));
  const segments = page[OGG_HEADER_BYTES - 1];
  if (segments === undefined || page.length < OGG_HEADER_BYTES + segments) return false;
  const lengths = page.subarray(OGG_HEADER_BYTES, OGG_HEADER_BYTES + segments);
  const content = lengths.reduce((sum, length) => sum + length, 0);
  return page.length >= OGG_HEADER_BYTES + segments + content;
}

/** Enough for more than one frame, plus the tags that players write after the last frame. */
const FRAMES_TAIL_BYTES = 131_072;

/**
 * Returns whether a bare stream of frames (MP3, AAC) ends with the last frame that the demuxer
 * found. The demuxer skips a truncated frame.
 */
export async function hasFinalFrame(file: ByteReader, last: Uint8Array): Promise<boolean> {
  const from = Math.max(0, file.size - FRAMES_TAIL_BYTES);
  const tail = Buffer.from(await file.read(from, file.size));
  const at = tail.lastIndexOf(last);
  // A longer tag or garbage follows, so the frames before it are complete.
  if (at < 0) return true;
  const rest = tail.subarray(at + last.length);
  return rest[0] !== 0xff || (rest.length > 1 && ((rest[1] ?? 0) & 0xe0) !== 0xe0);
}
