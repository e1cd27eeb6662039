import { MP4, QTFF } from 'mediabunny';
import { MEDIA_BYTES_MAX } from '../../../domain/catalogue/media-types.js';
import { MOTION_SECONDS_MIN } from '../../../domain/catalogue/video-model.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { copyPicture, findEarlyStart, withPicture } from '../copy-picture.js';
import type { ByteReader } from './inspection.js';
import { openTabled } from './open-input.js';

/** Size of one read in bytes; the parent refuses reads larger than `READ_BYTES_MAX`. */
const PIECE_BYTES = 16_000_000;

/**
 * Extends a clip to at least `secondsMin` by repeating it from its start. Its packets are copied
 * unchanged, without audio. Used for upstreams whose shortest motion clip is longer than ours. Call
 * it only in the thread with limits, because it demuxes a caller's file.
 * @throws {MediaRefused} when the video track is too short for a motion clip, or the result too
 * large for an upload
 * @throws when the file is not MP4 or QuickTime with a video codec that MP4 supports
 */
export async function loopClip(file: ByteReader, secondsMin: number): Promise<Buffer> {
  const clip = await readWhole(file);
  // Keep the clip in memory: each repetition reads all of it, and the parent limits the bytes that
  // it sends of a file.
  const held: ByteReader = {
    size: clip.length,
    read: (start, end) => Promise.resolve(clip.subarray(start, end)),
  };
  return withPicture(await openTabled(held, [MP4, QTFF]), async (track) => {
    const length = (await track.computeDuration()) - (await findEarlyStart(track));
    if (length >= secondsMin) return clip;
    if (!(length >= MOTION_SECONDS_MIN)) throw new MediaRefused('undecodable');
    const rounds = Math.ceil(secondsMin / length);
    if (clip.length * rounds > MEDIA_BYTES_MAX.video) throw new MediaRefused('too_large');
    const starts = Array.from({ length: rounds }, (_, round) => round * length);
    return copyPicture(track, starts);
  });
}

async function readWhole(file: ByteReader): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    pieces.push(await file.read(at, Math.min(at + PIECE_BYTES, file.size)));
  }
  return Buffer.concat(pieces);
}
