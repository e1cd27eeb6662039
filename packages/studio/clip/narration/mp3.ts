import { MPEGDecoder } from 'mpg123-decoder';
import { splitBatches, type CodedTrack, type SoundPiece } from './piece.js';

/** Decodes MP3 frames. */
export async function* decodeMp3(coded: CodedTrack): AsyncGenerator<SoundPiece> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (const batch of splitBatches(coded)) {
      const { channelData, sampleRate } = decoder.decodeFrames(batch);
      yield { channels: channelData, rate: sampleRate };
    }
  } finally {
    decoder.free();
  }
}
