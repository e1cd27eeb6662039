import { createHash } from 'node:crypto';
import type { ShownMedia } from './fake.js';

/** Limit for the bytes of all pictures and clips in memory: a demo may run for weeks. */
const HELD_BYTES_MAX = 512_000_000;

const FORGOTTEN = Buffer.alloc(0);
/** Oldest first. */
const held: { bytes: Buffer }[] = [];
let heldBytes = 0;

/**
 * A picture or clip for the page of a platform. When memory is full, the bytes of the oldest ones
 * are dropped; their other facts stay.
 */
export function holdMedia(contentType: string, bytes: Buffer): ShownMedia {
  const media = {
    contentType,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  held.push(media);
  heldBytes += bytes.length;
  while (heldBytes > HELD_BYTES_MAX && held.length > 1) {
    const oldest = held.shift();
    if (!oldest) break;
    heldBytes -= oldest.bytes.length;
    oldest.bytes = FORGOTTEN;
  }
  return media;
}
