import type { Voice } from '../catalogue/voices.js';

/** Speaks the samples of the voices. */
export interface VoiceSampler {
  /**
   * Speaks a short sentence as a WAV file. The same voice gives the same bytes.
   * @param voice one for which `isSpoken` is true
   */
  speak(voice: Voice): Promise<Buffer>;
}
