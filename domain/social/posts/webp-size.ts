/** Number of bytes that `readWebpSize` needs. */
export const WEBP_HEAD_BYTES = 30;

const U14 = 0x3fff;

/**
 * Reads a WebP's pixel size from its first chunk (RFC 9649). Our own pictures are upright and were
 * decoded when they were created, so reading their header is enough: a post may have ten pictures
 * of 17 megapixels.
 * @returns null if the file is not a WebP
 */
export function readWebpSize(head: Buffer): { width: number; height: number } | null {
  if (head.length < WEBP_HEAD_BYTES || head.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (head.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & U14, height: head.readUInt16LE(28) & U14 };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & U14) + 1, height: ((bits >>> 14) & U14) + 1 };
    }
    default:
      return null;
  }
}
