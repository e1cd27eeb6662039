import { splitOggPages } from './ogg-pages.js';
import type { SoundPiece } from './piece.js';

/** A decoder that accepts an Ogg file page by page. */
interface PageDecoder {
  readonly ready: Promise<unknown>;
  decode(page: Uint8Array): Promise<DecodedPages>;
  flush(): Promise<DecodedPages>;
  free(): unknown;
}

interface DecodedPages {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

/** Decodes an Ogg file page by page. Always frees the decoder at the end. */
export async function* decodePages(decoder: PageDecoder, file: Buffer): AsyncGenerator<SoundPiece> {
  await decoder.ready;
  try {
    for (const page of splitOggPages(file)) yield toPiece(await decoder.decode(page));
    yield toPiece(await decoder.flush());
  } finally {
    decoder.free();
  }
}

const toPiece = ({ channelData, sampleRate }: DecodedPages): SoundPiece => ({
  channels: channelData,
  rate: sampleRate,
});
