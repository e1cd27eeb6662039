import { readNarration } from '../../clip/narration/narration.js';

/** Sample rate of every clip. */
export const RATE = 48_000;

/** Decodes the first seconds of a clip or any other file with sound. */
export const heard = (file: Buffer, seconds: number) => readNarration(file, seconds);

const part = (samples: Float32Array, from: number, to: number) =>
  samples.subarray(Math.round(from * RATE), Math.round(to * RATE));

/** Measures the amplitude of one tone between two times in seconds (Goertzel algorithm). */
export function toneAt(hertz: number, samples: Float32Array, from: number, to: number): number {
  const piece = part(samples, from, to);
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [last, before] = [0, 0];
  for (const sample of piece) [last, before] = [sample + turn * last - before, last];
  return (2 * Math.sqrt(last ** 2 + before ** 2 - turn * last * before)) / piece.length;
}

/** Measures the loudness between two times in seconds, as root mean square. */
export function loudness(samples: Float32Array, from: number, to: number): number {
  const piece = part(samples, from, to);
  return Math.sqrt(piece.reduce((sum, sample) => sum + sample ** 2, 0) / piece.length);
}

/** Finds the highest sample. */
export const peak = (samples: Float32Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Finds the largest difference between two adjacent samples. A click has a large difference. */
export const longestStep = (samples: Float32Array): number =>
  samples.reduce(
    (most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? sample))),
    0,
  );

/** Computes the difference between two levels in decibels. */
export const decibels = (level: number, than: number): number => 20 * Math.log10(level / than);

/** Writes a WAV of 16 bits whose channels are functions of time. */
export function wav(
  rate: number,
  seconds: number,
  ...channels: readonly ((at: number) => number)[]
): Buffer {
  const frames = Math.round(rate * seconds);
  const samples = Buffer.alloc(frames * channels.length * 2);
  for (let at = 0; at < frames; at += 1) {
    for (const [index, channel] of channels.entries()) {
      const sample = Math.round(32_767 * channel(at / rate));
      samples.writeInt16LE(sample, (at * channels.length + index) * 2);
    }
  }
  return withWavHeader(samples, { rate, channels: channels.length, bits: 16 });
}

/** Adds the header of a WAV file to samples. */
export function withWavHeader(
  samples: Buffer,
  { rate, channels, bits }: { rate: number; channels: number; bits: number },
): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE((rate * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Returns a tone of a given amplitude as a function of time. */
export const tone =
  (hertz: number, strength: number) =>
  (at: number): number =>
    strength * Math.sin(2 * Math.PI * hertz * at);
