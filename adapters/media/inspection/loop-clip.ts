import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import { MEDIA_BYTES_MAX } from '../../../domain/catalogue/media-types.js';
import { MOTION_SECONDS_MIN } from '../../../domain/catalogue/video-model.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import type { ByteReader } from './inspection.js';
import { requireFewSamples } from './sample-counts.js';

/** Less than one message from the parent may carry. */
const PIECE_BYTES = 16_000_000;

/**
 * Makes a clip of at least `secondsMin`: a shorter one is repeated from its start. Its packets are
 * copied as they are, without sound. For upstreams whose shortest motion clip is longer than ours.
 * Only the thread with limits may call it: it goes through a caller's file.
 * @throws {MediaRefused} when the picture is shorter than motion clips may be, or the result larger
 * than uploads may be
 * @throws when it is not an MP4 or QuickTime file with a video codec that MP4 can hold
 */
export async function loopClip(file: ByteReader, secondsMin: number): Promise<Buffer> {
  await requireFewSamples(file);
  const clip = await readWhole(file);
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(clip) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('The clip has no picture.');
    // Frames that an edit list hides are before 0, but an output cannot begin before 0.
    const early = Math.min(0, await track.getFirstTimestamp());
    const length = (await track.computeDuration()) - early;
    if (length >= secondsMin) return clip;
    if (!(length >= MOTION_SECONDS_MIN)) throw new MediaRefused('undecodable');
    const rounds = Math.ceil(secondsMin / length);
    if (clip.length * rounds > MEDIA_BYTES_MAX.video) throw new MediaRefused('too_large');
    const starts = Array.from({ length: rounds }, (_, round) => round * length - early);
    return await copyPicture(track, starts);
  } finally {
    input.dispose();
  }
}

async function readWhole(file: ByteReader): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    pieces.push(await file.read(at, Math.min(at + PIECE_BYTES, file.size)));
  }
  return Buffer.concat(pieces);
}

/** @param starts where the zero of each copy lies, in seconds */
async function copyPicture(track: InputVideoTrack, starts: readonly number[]): Promise<Buffer> {
  const codec = await track.getCodec();
  if (!codec) throw new Error('The picture of the clip is of an unknown codec.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  await output.start();
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  for (const start of starts) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      await source.add(packet.clone({ timestamp: start + packet.timestamp }), meta);
    }
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The clip could not be written.');
  return Buffer.from(target.buffer);
}
