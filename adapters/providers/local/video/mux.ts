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
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';

/** What toPlanes writes; without it players guess by the height of the picture. */
const COLOUR_SPACE = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'bt709',
  fullRange: false,
} as const;

/** A packet of the sound could not be read or written. */
export class UnreadableSound extends Error {}

/** Sums of binary fractions of seconds are a bit off; a sample is 20 microseconds. */
const ROUNDING_SECONDS = 1e-5;

/**
 * Joins the encoder's file with a sound track into one MP4 with its index at the front; packets are
 * copied as they are. Sound is cut before the packet that would outlast the picture, so that the file
 * lasts exactly as long as the picture. Same input, same bytes.
 * @throws {UnreadableSound}
 */
export async function joinTracks(
  video: Uint8Array,
  sound: InputAudioTrack | null,
  seconds: number,
): Promise<Uint8Array> {
  const input = new Input({ formats: [MP4], source: new BufferSource(video) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('the encoder wrote no video');
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
    const pictures = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(pictures);
    const codec = sound && (await sound.getCodec());
    if (sound && codec === null) throw new Error('sound of an unknown codec');
    const sounds = codec === null ? null : new EncodedAudioPacketSource(codec);
    if (sounds) output.addAudioTrack(sounds);
    await output.start();
    await copyPictures(track, pictures);
    if (sound && sounds) {
      await copySound(sound, sounds, seconds).catch((cause: unknown) => {
        throw new UnreadableSound('its packets cannot be copied', { cause });
      });
    }
    await output.finalize();
    if (target.buffer === null) throw new Error('nothing was written');
    return withoutTimes(new Uint8Array(target.buffer));
  } finally {
    input.dispose();
  }
}

async function copyPictures(track: InputVideoTrack, to: EncodedVideoPacketSource): Promise<void> {
  const config = await track.getDecoderConfig();
  const meta = { decoderConfig: config ? { ...config, colorSpace: COLOUR_SPACE } : undefined };
  const sink = new EncodedPacketSink(track);
  // The encoder's file calls every frame a key frame; who seeks to one that is none sees grey.
  for await (const packet of sink.packets(undefined, undefined, { verifyKeyPackets: true })) {
    await to.add(packet, meta);
  }
  to.close();
}

async function copySound(
  track: InputAudioTrack,
  to: EncodedAudioPacketSource,
  seconds: number,
): Promise<void> {
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  // Some files start a little before or after 0; heard from the first frame on is what is wanted.
  let start: number | null = null;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    start ??= packet.timestamp;
    const timestamp = packet.timestamp - start;
    if (timestamp + packet.duration > seconds + ROUNDING_SECONDS) break;
    await to.add(packet.clone({ timestamp }), meta);
  }
  to.close();
}

/** Boxes that hold others on the way to those that hold times. */
const PARENTS = new Set(['moov', 'trak', 'mdia']);
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Takes the time of day out of a file (ISO 14496-12, 8.2.2, 8.3.2 and 8.4.2): 0 means unknown. */
function withoutTimes(mp4: Uint8Array): Uint8Array {
  const bytes = Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  const walk = (from: number, end: number): void => {
    for (let at = from; at + 8 <= end;) {
      const size = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      if (size < 8) return;
      if (PARENTS.has(type)) walk(at + 8, at + size);
      // Version 1 holds two numbers of eight bytes, version 0 two of four.
      if (TIMED.has(type)) bytes.fill(0, at + 12, at + 12 + (bytes[at + 8] === 1 ? 16 : 8));
      at += size;
    }
  };
  walk(0, bytes.length);
  return mp4;
}
