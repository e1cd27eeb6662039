import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { OggOutputFormat } from 'mediabunny';
import { decodePages } from './decode-pages.js';
import type { CodedTrack, SoundPiece } from './piece.js';
import { repack } from './repack.js';

/** Decodes Vorbis packets, repacked page by page as Ogg, which the decoder requires. */
export async function* decodeVorbis(coded: CodedTrack): AsyncGenerator<SoundPiece> {
  const file = await repack(coded, 'vorbis', new OggOutputFormat());
  yield* decodePages(new OggVorbisDecoder(), file);
}
