import type { ByteReader } from './inspection.js';
import { OGG_PAGE_BYTES_MAX } from './whole.js';

/** Offset of the first FLAC packet, which follows the page header and one segment length. */
const PACKET_AT = 28;
/**
 * Offset of the sampling rate in the first FLAC packet: after signature and version, 10 bytes into
 * STREAMINFO.
 */
const RATE_AT = PACKET_AT + 27;
/** Offset, in an Ogg page, of the number of samples up to the end of the page. */
const GRANULE_AT = 6;

/**
 * Returns the length of a FLAC stream in an Ogg file in seconds, or null for other files. The
 * demuxer cannot read FLAC in Ogg, so this reads the number of samples from the last page.
 */
export async function readOggFlacSeconds(file: ByteReader): Promise<number | null> {
  const head = Buffer.from(await file.read(0, Math.min(file.size, RATE_AT + 4)));
  if (head.length < RATE_AT + 4) return null;
  if (head.toString('latin1', PACKET_AT, PACKET_AT + 5) !== '\x7fFLAC') return null;
  const rate = head.readUInt32BE(RATE_AT) >>> 12;
  const tail = Buffer.from(await file.read(Math.max(0, file.size - OGG_PAGE_BYTES_MAX), file.size));
  const page = tail.subarray(Math.max(0, tail.lastIndexOf('OggS')));
  if (rate === 0 || page.length < GRANULE_AT + 8) return 0;
  return Number(page.readBigUInt64LE(GRANULE_AT)) / rate;
}
