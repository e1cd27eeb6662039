import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { OggOutputFormat, type AudioCodec } from 'mediabunny';
import { decodeAac } from './aac.js';
import { decodePages } from './decode-pages.js';
import { decodeFlac } from './flac.js';
import { decodeMp3 } from './mp3.js';
import { decodeOpus } from './opus.js';
import { readPcm } from './pcm.js';
import type { CodedTrack, Decode, SoundPiece } from './piece.js';
import { repack } from './repack.js';
import type { ChannelOrder } from './stereo.js';

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

/** Decodes Vorbis packets, repacked page by page as Ogg, which the decoder requires. */
async function* decodeVorbis(coded: CodedTrack): AsyncGenerator<SoundPiece> {
  const file = await repack(coded, 'vorbis', new OggOutputFormat());
  yield* decodePages(new OggVorbisDecoder(), file);
}

/** Finds a codec's decoder; null if there is none. */
export function findDecoder(codec: AudioCodec | null): Decoder | null {
  if (codec === null) return null;
  return /^(?:pcm|ulaw|alaw)/.test(codec) ? PCM : (DECODERS[codec] ?? null);
}
