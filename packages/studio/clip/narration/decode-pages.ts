import { oggPages } from './ogg-pages.js';
import type { Piece } from './piece.js';

/** A decoder that accepts an Ogg file page by page. */
interface PageDecoder {
  readonly ready: Promise<unknown>;
  decode(page: Uint8Array): Promise<Decoded>;
  flush(): Promise<Decoded>;
  free(): unknown;
}

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

/** Decodes an Ogg file page by page. Always frees the decoder at the end. */
export async function* decodePages(decoder: PageDecoder, file: Buffer): AsyncGenerator<Piece> {
  await decoder.ready;
  try {
    for (const page of oggPages(file)) yield pieceOf(await decoder.decode(page));
    yield pieceOf(await decoder.flush());
  } finally {
    decoder.free();
  }
}

const pieceOf = ({ channelData, sampleRate }: Decoded): Piece => ({
  channels: channelData,
  rate: sampleRate,
});
