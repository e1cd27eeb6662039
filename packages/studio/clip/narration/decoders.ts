import type { AudioCodec } from 'mediabunny';
import { decodeAac } from './aac.js';
import { decodeFlac } from './flac.js';
import { decodeMp3 } from './mp3.js';
import { decodeOpus } from './opus.js';
import { readPcm } from './pcm.js';
import type { Decode } from './piece.js';
import type { ChannelOrder } from './stereo.js';
import { decodeVorbis } from './vorbis.js';

/** How a codec's sound is decoded. */
export interface Decoder {
  readonly decode: Decode;
  /** The channel order, which matters for more than two channels. */
  readonly order: ChannelOrder;
  /** Maximum number of packets per second; a file that claims more is cut at this limit. */
  readonly packetsASecond: number;
}

const PCM: Decoder = { decode: readPcm, order: 'wave', packetsASecond: 1_000 };

const DECODERS: Partial<Record<AudioCodec, Decoder>> = {
  // A packet has at least 1,024 samples, and a second at most 96,000. No reserve, because
  // everything is decoded in one step.
  aac: { decode: decodeAac, order: 'wave', packetsASecond: 96 },
  mp3: { decode: decodeMp3, order: 'wave', packetsASecond: 1_000 },
  flac: { decode: decodeFlac, order: 'wave', packetsASecond: 13_000 },
  // The shortest packet lasts 2.5 ms.
  opus: { decode: decodeOpus, order: 'xiph', packetsASecond: 400 },
  // The shortest packet has 32 samples.
  vorbis: { decode: decodeVorbis, order: 'xiph', packetsASecond: 6_000 },
};

/** Finds a codec's decoder; null if there is none. */
export function findDecoder(codec: AudioCodec | null): Decoder | null {
  if (codec === null) return null;
  return /^(?:pcm|ulaw|alaw)/.test(codec) ? PCM : (DECODERS[codec] ?? null);
}
