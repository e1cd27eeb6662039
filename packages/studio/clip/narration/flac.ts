import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { decodePages } from './decode-pages.js';
import { splitBatches, type CodedTrack, type SoundPiece } from './piece.js';

/** Decodes FLAC frames from MP4 or WebM. */
export async function* decodeFlac(coded: CodedTrack): AsyncGenerator<SoundPiece> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  try {
    for (const batch of splitBatches(coded)) {
      const { channelData, sampleRate } = await decoder.decodeFrames(batch);
      yield { channels: channelData, rate: sampleRate };
    }
  } finally {
    decoder.free();
  }
}

/** Returns whether a file's first packet is FLAC in Ogg, which the demuxer does not support. */
export const isOggFlac = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'OggS' && file.toString('latin1', 28, 33) === '\x7fFLAC';

/** Decodes FLAC in Ogg, page by page. */
export const decodeOggFlac = (file: Buffer): AsyncGenerator<SoundPiece> =>
  decodePages(new FLACDecoder(), file);
