import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type InputVideoTrack,
} from 'mediabunny';
import type { EncodedSound } from './encode-sound.js';

/**
 * The colour space that toPlanes writes. Without it, players guess the colour space by the
 * picture's height.
 */
const COLOUR_SPACE = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'bt709',
  fullRange: false,
} as const;

/**
 * Joins the encoder's file with its sound into one MP4 with its index at the front. Packets are
 * copied unchanged. The same input gives the same bytes.
 */
export async function joinTracks(
  video: Uint8Array,
  sound: EncodedSound | null,
): Promise<Uint8Array> {
  const input = new Input({ formats: [MP4], source: new BufferSource(video) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('the encoder wrote no video');
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
    const pictures = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(pictures);
    const sounds = new EncodedAudioPacketSource('aac');
    if (sound) output.addAudioTrack(sounds);
    await output.start();
    await copyPictures(track, pictures);
    if (sound) await copySound(sound, sounds);
    await output.finalize();
    if (target.buffer === null) throw new Error('the muxer wrote nothing');
    return withoutTimes(new Uint8Array(target.buffer));
  } finally {
    input.dispose();
  }
}

async function copyPictures(track: InputVideoTrack, to: EncodedVideoPacketSource): Promise<void> {
  const config = await track.getDecoderConfig();
  const meta = { decoderConfig: config ? { ...config, colorSpace: COLOUR_SPACE } : undefined };
  const sink = new EncodedPacketSink(track);
  // The encoder marks every frame as a key frame, but seeking to a frame that is not one would show
  // grey.
  for await (const packet of sink.packets(undefined, undefined, { verifyKeyPackets: true })) {
    await to.add(packet, meta);
  }
  to.close();
}

async function copySound(
  { packets, config }: EncodedSound,
  to: EncodedAudioPacketSource,
): Promise<void> {
  for (const packet of packets) await to.add(packet, { decoderConfig: config });
  to.close();
}

/** Boxes that contain other boxes, on the path to boxes with times. */
const PARENTS = new Set(['moov', 'trak', 'mdia']);
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Removes a file's creation times (ISO 14496-12, 8.2.2, 8.3.2 and 8.4.2): 0 means unknown. */
function withoutTimes(mp4: Uint8Array): Uint8Array {
  const bytes = Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  const walk = (from: number, end: number): void => {
    for (let at = from; at + 8 <= end;) {
      const size = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      if (size < 8) return;
      if (PARENTS.has(type)) walk(at + 8, at + size);
      // Version 1 has two times of eight bytes each, version 0 two of four bytes each.
      if (TIMED.has(type)) bytes.fill(0, at + 12, at + 12 + (bytes[at + 8] === 1 ? 16 : 8));
      at += size;
    }
  };
  walk(0, bytes.length);
  return mp4;
}
