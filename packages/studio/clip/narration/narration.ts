import {
  ADTS,
  BufferSource,
  Input,
  MP3,
  MP4,
  OGG,
  WAVE,
  WEBM,
  type EncodedPacket,
  type InputFormat,
  type InputAudioTrack,
} from 'mediabunny';
import { SAMPLE_RATE } from '../voices.js';
import { collect, type Sound } from './collect.js';
import { findDecoder } from './decoders.js';
import { readFirstPackets } from './first-packets.js';
import { decodeOggFlac, isOggFlac } from './flac.js';
import { resample } from './resample.js';
import type { Stereo } from './stereo.js';

/** Thrown when the caller's narration could not be read. */
export class UnreadableNarration extends Error {}

const FORMATS = [MP4, MP3, WAVE, OGG, WEBM, ADTS];
const EDGE_SECONDS = 0.005;
/**
 * Samples before the sound, for formats that cannot declare them: an MP3 encoder adds 576 and its
 * decoder 529, an AAC encoder 1,024.
 */
const LEAD_IN_SAMPLES = new Map<InputFormat, number>([
  [MP3, 1_105],
  [ADTS, 1_024],
]);

/** Extra seconds to read, because up to this much decoded audio may come before the sound. */
const LEAD_IN_MAX_SECONDS = 0.25;

/**
 * Reads the beginning of a narration in any uploadable format, as two channels of 48,000 samples
 * per second. Decodes only as much as the clip needs, however long the narration is.
 *
 * @returns exactly `seconds` of sound; silence follows a shorter narration
 * @throws {UnreadableNarration}
 */
export async function readNarration(bytes: Uint8Array, seconds: number): Promise<Stereo> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { left, right, rate } = await decode(file, seconds).catch((cause: unknown) => {
    throw new UnreadableNarration('the file has no readable sound', { cause });
  });
  const length = Math.round(seconds * SAMPLE_RATE);
  const prepareChannel = (samples: Float32Array) =>
    resample(withSoftEdges(samples, rate), { from: rate, to: SAMPLE_RATE, length });
  return { left: prepareChannel(left), right: prepareChannel(right) };
}

async function decode(file: Buffer, seconds: number): Promise<Sound> {
  if (isOggFlac(file)) return collect(decodeOggFlac(file), { order: 'wave', leadIn: 0, seconds });
  const input = new Input({ formats: FORMATS, source: new BufferSource(file) });
  try {
    const track = await input.getPrimaryAudioTrack();
    const codec = track && (await track.getCodec());
    const decoder = findDecoder(codec);
    if (!track || !decoder) throw new Error(`no decoder for ${codec ?? 'the sound'}`);
    const packets = await readFirstPackets(
      track,
      seconds + LEAD_IN_MAX_SECONDS,
      decoder.packetsASecond,
    );
    return await collect(decoder.decode({ track, packets }), {
      order: decoder.order,
      leadIn: codec === 'opus' ? 0 : await measureLeadIn(input, track, packets),
      seconds,
    });
  } finally {
    input.dispose();
  }
}

/**
 * Measures the seconds of the decoded stream before its sound: the part before 0 only warms up the
 * decoder. If a file's sound begins later than at 0, the delay is dropped.
 */
async function measureLeadIn(
  input: Input,
  track: InputAudioTrack,
  [first]: readonly EncodedPacket[],
): Promise<number> {
  const samples = LEAD_IN_SAMPLES.get(await input.getFormat());
  if (samples !== undefined) return samples / (await track.getSampleRate());
  return Math.max(0, -(first?.timestamp ?? 0));
}

/** Fades a sound in and out within 5 ms each, because a cut in the middle of a wave clicks. */
function withSoftEdges(samples: Float32Array, rate: number): Float32Array {
  const edge = Math.min(Math.round(EDGE_SECONDS * rate), samples.length >> 1);
  const soft = samples.slice();
  for (let at = 0; at < edge; at += 1) {
    const loud = at / edge;
    const end = soft.length - 1 - at;
    soft[at] = (soft[at] ?? 0) * loud;
    soft[end] = (soft[end] ?? 0) * loud;
  }
  return soft;
}
