import {
  ADTS,
  EncodedPacketSink,
  type InputFormat,
  type InputTrack,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { MEDIA_TYPES, type MediaContentType } from '../../../domain/catalogue/media-types.js';
import type { ByteReader, Inspection } from './inspection.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { openRanges, openTabled } from './open-input.js';
import { readOggFlacSeconds } from './ogg-flac.js';
import { hasFinalFrame, isWhole } from './whole.js';

/**
 * The only demuxer that may read each type, because a file that two demuxers accept is an attack.
 */
const FORMATS: Partial<Record<MediaContentType, InputFormat[]>> = {
  'video/mp4': [MP4],
  'video/x-m4v': [MP4],
  'video/quicktime': [QTFF],
  'video/webm': [WEBM],
  'audio/mp4': [MP4],
  'audio/mpeg': [MP3],
  'audio/aac': [ADTS],
  'audio/wav': [WAVE],
  'audio/ogg': [OGG],
};

/** Container formats whose index has an entry for each sample. */
const TABLED: readonly MediaContentType[] = [
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'audio/mp4',
];

/**
 * Reads video or audio tracks by ranges; most of the file is never read.
 * @throws {MediaRefused} when the file is truncated or has no readable media
 */
export async function probe(file: ByteReader, sniffed: MediaContentType): Promise<Inspection> {
  if (!(await isWhole(file, sniffed))) throw new MediaRefused('truncated');
  const flacSeconds = sniffed === 'audio/ogg' ? await readOggFlacSeconds(file) : null;
  if (flacSeconds !== null) return buildFlacInspection(flacSeconds);
  const formats = FORMATS[sniffed] ?? [];
  const input = TABLED.includes(sniffed)
    ? await openTabled(file, formats)
    : openRanges(file, formats);
  try {
    const tracks = (await input.getTracks()).filter((track) => track.type !== 'subtitle');
    const video = await input.getPrimaryVideoTrack();
    await requireLastPackets(tracks, file, sniffed);
    const durationSeconds = await measure(video ? [video] : tracks);
    const contentType = chooseTypeByTracks(sniffed, video !== null);
    return {
      kind: MEDIA_TYPES[contentType].kind,
      contentType,
      durationSeconds,
      hasVideo: video !== null,
      hasAudio: tracks.some((track) => track.type === 'audio'),
      ...(video && {
        width: await video.getDisplayWidth(),
        height: await video.getDisplayHeight(),
        videoCodec: await video.getCodec(),
      }),
    };
  } finally {
    input.dispose();
  }
}

function buildFlacInspection(durationSeconds: number): Inspection {
  if (durationSeconds <= 0) throw new MediaRefused('undecodable');
  return {
    kind: 'audio',
    contentType: 'audio/ogg',
    durationSeconds,
    hasVideo: false,
    hasAudio: true,
  };
}

/**
 * Requires each track's last packet, one track after the other, so that nothing continues after a
 * failure.
 */
async function requireLastPackets(
  tracks: InputTrack[],
  file: ByteReader,
  sniffed: MediaContentType,
): Promise<void> {
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Infinity);
    // The index refers to a sample without bytes.
    if (!last || last.byteLength === 0) throw new MediaRefused('undecodable');
    if (sniffed === 'audio/mpeg' || sniffed === 'audio/aac') {
      if (!(await hasFinalFrame(file, last.data))) throw new MediaRefused('truncated');
    }
  }
}

/** Measures the end of the longest track in seconds, from its samples. */
async function measure(tracks: InputTrack[]): Promise<number> {
  let longest = 0;
  for (const track of tracks) longest = Math.max(longest, await track.computeDuration());
  if (!(longest > 0 && longest < Infinity)) throw new MediaRefused('undecodable');
  return longest;
}

/** Chooses video or audio by the tracks, for containers that support both. */
function chooseTypeByTracks(sniffed: MediaContentType, hasVideo: boolean): MediaContentType {
  if (hasVideo) return sniffed === 'audio/mp4' ? 'video/mp4' : sniffed;
  if (MEDIA_TYPES[sniffed].kind === 'audio') return sniffed;
  return sniffed === 'video/webm' ? 'audio/webm' : 'audio/mp4';
}
