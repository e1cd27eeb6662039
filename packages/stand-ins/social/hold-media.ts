import { createHash } from 'node:crypto';
import type { ShownMedia } from './fake.js';

/** Bytes of all pictures and clips that are held at once: a demo may run for weeks. */
const HELD_BYTES_MAX = 512_000_000;

const FORGOTTEN = Buffer.alloc(0);
/** The oldest first. */
const held: { bytes: Buffer }[] = [];
let heldBytes = 0;

/**
 * A picture or clip for the page of a platform. When there is no room, the bytes of the oldest ones
 * are let go; what else is known of them stays.
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
