import type { MediaContentType } from '../../../domain/catalogue/media-types.js';

/**
 * Finds the end of an image from its own structure; null if the bytes end earlier. Decoders stop
 * after the first frame, so the pixels show neither that an animation was truncated nor that a
 * second file follows the image.
 */
export function findPictureEnd(bytes: Buffer, type: MediaContentType): number | null {
  const end = ENDS[type]?.(bytes) ?? null;
  return end !== null && end <= bytes.length ? end : null;
}

const ENDS: Partial<Record<MediaContentType, (bytes: Buffer) => number | null>> = {
  'image/png': findPngEnd,
  'image/jpeg': findJpegEnd,
  'image/gif': findGifEnd,
  'image/webp': findWebpEnd,
};

/** Finds the end of a PNG: it has chunks of length, name, content and checksum, up to IEND. */
function findPngEnd(bytes: Buffer): number | null {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return null;
}

/** Finds the end of a WebP: it is one RIFF chunk, padded to an even length. */
function findWebpEnd(bytes: Buffer): number | null {
  if (bytes.length < 12) return null;
  const size = bytes.readUInt32LE(4);
  return 8 + size + (size & 1);
}

/**
 * Finds the end of a JPEG: it has marker segments, and coded data after each start of scan, up to
 * the end marker.
 */
function findJpegEnd(bytes: Buffer): number | null {
  let at = 2;
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0 || isRestart(marker)) {
      // This is coded data, or a stuffed zero or restart marker inside it.
      const next = bytes.indexOf(0xff, at + (bytes[at] === 0xff ? 2 : 1));
      if (next < 0) return null;
      at = next;
    } else if (marker === 0xd9) {
      return at + 2;
    } else if (marker === 0xff) {
      at += 1;
    } else {
      if (at + 4 > bytes.length) return null;
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return null;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/**
 * Finds the end of a GIF: it has a screen descriptor, colours, then extensions and frames of
 * sub-blocks, up to the trailer.
 */
function findGifEnd(bytes: Buffer): number | null {
  if (bytes.length < 13) return null;
  let at = 13 + countColourTableBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x3b) return at + 1;
    if (block === 0x21) at += 2;
    else if (block === 0x2c) at += 11 + countColourTableBytes(bytes[at + 9] ?? 0);
    else return null;
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += 1 + size;
    at += 1;
  }
  return null;
}

function countColourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
