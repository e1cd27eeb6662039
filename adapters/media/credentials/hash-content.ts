import { createHash } from 'node:crypto';

/** Reads the parts of a file that contain its pixels and sound, without any metadata. */
type ListParts = (bytes: Buffer) => Buffer[];

const FORMATS: Readonly<Record<string, ListParts>> = {
  'image/webp': listWebpParts,
  'image/png': listPngParts,
  'image/jpeg': listJpegParts,
  'video/mp4': listMp4Parts,
};

/**
 * Hashes the encoded pixels and sound of a file with SHA-256, in hexadecimal. A file whose metadata
 * was removed has the same hash; a re-encoded file has a different hash.
 * @returns null for other types, and for files without such parts
 */
export function hashContent(bytes: Buffer, contentType: string | null): string | null {
  const parts = FORMATS[contentType ?? '']?.(bytes) ?? [];
  if (parts.length === 0) return null;
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

const WEBP_PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANMF']);
const WEBP_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Lists the chunks with pixels (WebP container specification, "Extended File Format"). */
function listWebpParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = WEBP_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const start = at + CHUNK_HEADER_BYTES;
    const length = bytes.readUInt32LE(at + 4);
    const isPixels = WEBP_PIXELS.has(bytes.toString('latin1', at, at + 4));
    if (isPixels) parts.push(bytes.subarray(start, start + length));
    at = start + length + (length % 2);
  }
  return parts;
}

const PNG_SIGNATURE_BYTES = 8;
const PNG_CHECKSUM_BYTES = 4;

/** Lists the chunks with pixels and the header with their format (PNG 1.2, 5.3). */
function listPngParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = PNG_SIGNATURE_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const start = at + CHUNK_HEADER_BYTES;
    const end = start + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, start);
    if (name === 'IHDR' || name === 'IDAT') parts.push(bytes.subarray(start, end));
    at = end + PNG_CHECKSUM_BYTES;
  }
  return parts;
}

const JPEG_SCAN = 0xda;

/** Lists everything from the first scan on (ITU T.81, B.1); metadata comes before it. */
function listJpegParts(bytes: Buffer): Buffer[] {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    if (bytes[at + 1] === JPEG_SCAN) return [bytes.subarray(at)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return [];
}

/** Lists the boxes with samples (ISO 14496-12, 8.1.1). */
function listMp4Parts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const isLong = bytes.readUInt32BE(at) === 1 && at + 16 <= bytes.length;
    const declared = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    const header = isLong ? 16 : CHUNK_HEADER_BYTES;
    const size = declared === 0 ? bytes.length - at : declared;
    if (size < header) break;
    const isSamples = bytes.toString('latin1', at + 4, at + CHUNK_HEADER_BYTES) === 'mdat';
    if (isSamples) parts.push(bytes.subarray(at + header, at + size));
    at += size;
  }
  return parts;
}
