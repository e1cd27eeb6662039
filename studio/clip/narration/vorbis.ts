import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { OggOutputFormat } from 'mediabunny';
import { oggPages } from './ogg-pages.js';
import type { Coded, Piece } from './piece.js';
import { repack } from './repack.js';

/** Decodes Vorbis packets: in Ogg, since that is what the decoder takes, a page at a time. */
export async function* decodeVorbis(coded: Coded): AsyncGenerator<Piece> {
  const file = await repack(coded, 'vorbis', new OggOutputFormat());
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    for (const page of oggPages(file)) {
      const { channelData, sampleRate } = await decoder.decode(page);
      yield { channels: channelData, rate: sampleRate };
    }
    const { channelData, sampleRate } = await decoder.flush();
    yield { channels: channelData, rate: sampleRate };
  } finally {
    decoder.free();
  }
}
