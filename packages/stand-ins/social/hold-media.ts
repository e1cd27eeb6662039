import { createHash } from 'node:crypto';
import type { ShownMedia } from './fake.js';

/** Limit in bytes for all pictures and clips in memory, because a demo may run for weeks. */
const HELD_BYTES_MAX = 512_000_000;

const FORGOTTEN = Buffer.alloc(0);
/** Media in memory, oldest first. */
const held: { bytes: Buffer }[] = [];
let heldBytes = 0;

/**
 * Keeps a picture or clip for a platform's page. When memory is full, the oldest media lose their
 * bytes but keep their metadata.
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
