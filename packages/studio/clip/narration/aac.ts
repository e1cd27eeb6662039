import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { getAudioDecoder, type AudioDecoder } from 'audio-file-decoder';
import { Mp4OutputFormat } from 'mediabunny';
import type { CodedTrack, SoundPiece } from './piece.js';
import { repack } from './repack.js';

const DIRECTORY = '__dirname';
const FAILURES = ['uncaughtException', 'unhandledRejection'];
const { resolve } = createRequire(import.meta.url);

/**
 * Decodes AAC (LC, and HE with its two extensions) with FFmpeg's decoder, built for WebAssembly.
 * The decoder accepts only whole files, so the packets are written into a small file.
 */
export async function* decodeAac(coded: CodedTrack): AsyncGenerator<SoundPiece> {
  const file = await repack(coded, 'aac', new Mp4OutputFormat());
  const decoder = await openDecoder(file);
  try {
    const { sampleRate: rate, channelCount } = decoder;
    const samples = decoder.decodeAudioData(0, -1, { multiChannel: true });
    const channels = Array.from({ length: channelCount }, (_, channel) =>
      pickEveryNth(samples, channelCount, channel),
    );
    yield { channels, rate };
  } finally {
    decoder.dispose();
  }
}

/**
 * Opens the decoder, whose package is made for browsers. It fetches its code from a URL; in Node.js
 * it reads `__dirname`, a CommonJS name that it does not need, and turns every failure of the whole
 * process into its own error.
 */
async function openDecoder(file: Buffer): Promise<AudioDecoder> {
  const code = await readFile(resolve('audio-file-decoder/decode-audio.wasm'));
  const address = `data:application/wasm;base64,${code.toString('base64')}`;
  const events: NodeJS.EventEmitter = process;
  const kept = FAILURES.map((event) => events.listeners(event));
  Object.assign(globalThis, { [DIRECTORY]: '' });
  try {
    return await getAudioDecoder(address, new Uint8Array(file).buffer);
  } finally {
    Reflect.deleteProperty(globalThis, DIRECTORY);
    for (const [index, event] of FAILURES.entries()) {
      const added = events.listeners(event).filter((one) => !kept[index]?.includes(one));
      for (const listener of added) events.off(event, listener as () => void);
    }
  }
}

function pickEveryNth(samples: Float32Array, step: number, first: number): Float32Array {
  return Float32Array.from(
    { length: Math.floor(samples.length / step) },
    (_, at) => samples[at * step + first] ?? 0,
  );
}
