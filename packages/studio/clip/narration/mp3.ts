import { MPEGDecoder } from 'mpg123-decoder';
import { batchesOf, type Coded, type Piece } from './piece.js';

/** Decodes MP3 frames. */
export async function* decodeMp3(coded: Coded): AsyncGenerator<Piece> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (const batch of batchesOf(coded)) {
      const { channelData, sampleRate } = decoder.decodeFrames(batch);
      yield { channels: channelData, rate: sampleRate };
    }
  } finally {
    decoder.free();
  }
}
