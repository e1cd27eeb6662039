import { renderSpeech, type Speech, type SpeechRequest } from '../../speech/render-speech.js';
import type { SpeechVoice } from '../../speech/voices.js';
import { StudioFailure } from '../../failure.js';

export const WOMAN: SpeechVoice = { key: 'anna', gender: 'female', language: 'en-US' };
export const MAN: SpeechVoice = { key: 'ben', gender: 'male', language: 'en-US' };

/** Prose of exactly so many characters. */
export const prose = (characters: number): string =>
  'She sells fresh bread and coffee in the small shop behind the station. '
    .repeat(Math.ceil(characters / 70))
    .slice(0, characters);

/** Builds a request for a short sentence. */
export const requestOf = (changes: Partial<SpeechRequest> = {}): SpeechRequest => ({
  text: 'The quick brown fox jumps over the lazy dog.',
  voice: WOMAN,
  speed: 1,
  format: 'wav',
  ...changes,
});

/** Speaks the request of `requestOf`, without aborting it. */
export const speak = (changes: Partial<SpeechRequest> = {}, deadlineMs?: number): Promise<Speech> =>
  renderSpeech(requestOf(changes), { signal: new AbortController().signal }, deadlineMs);

/** Returns the failure of a request; the test fails if the request succeeds. */
export const failure = (
  changes: Partial<SpeechRequest>,
  deadlineMs?: number,
): Promise<StudioFailure> =>
  speak(changes, deadlineMs).then(
    () => Promise.reject(new Error('a text was spoken')),
    (error: unknown) => (error instanceof StudioFailure ? error : Promise.reject(error as Error)),
  );

/** Reads the samples of a WAV of 16 bits. */
export const samplesOf = ({ bytes }: Speech): Int16Array =>
  new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));

const FRAME = 640;

/** Computes the median pitch in hertz of the voiced parts, by autocorrelation, and their share. */
export function measurePitch(samples: Int16Array, rate: number): { hertz: number; voiced: number } {
  const pitches: number[] = [];
  let loud = 0;
  for (let at = 0; at + 2 * FRAME < samples.length; at += FRAME / 2) {
    const similar = (lag: number) => {
      let sum = 0;
      for (let one = at; one < at + FRAME; one += 1) {
        sum += (samples[one] ?? 0) * (samples[one + lag] ?? 0);
      }
      return sum / FRAME;
    };
    const power = similar(0);
    if (power < 300 ** 2) continue;
    loud += 1;
    let best = { lag: 0, value: 0 };
    for (let lag = Math.floor(rate / 350); lag <= rate / 65; lag += 1) {
      const value = similar(lag) / power;
      if (value > best.value) best = { lag, value };
    }
    if (best.value > 0.5) pitches.push(rate / best.lag);
  }
  const sorted = pitches.toSorted((one, other) => one - other);
  return { hertz: sorted[sorted.length >> 1] ?? 0, voiced: pitches.length / loud };
}
