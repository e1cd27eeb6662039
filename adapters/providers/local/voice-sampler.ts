import type { Voice } from '../../../domain/catalogue/voices.js';
import type { VoiceSampler } from '../../../domain/ports/voice-sampler.js';
import { renderSpeech } from '@media-platform/studio';

/**
 * Creates a sampler that speaks on this machine.
 * @param signal aborted when the process begins to stop
 */
export const createVoiceSampler = (signal: AbortSignal): VoiceSampler => ({
  async speak(voice) {
    const { voice_key: key, gender, language } = voice;
    const request = { text: writeSample(voice), voice: { key, gender, language } };
    const { bytes } = await renderSpeech({ ...request, speed: 1, format: 'wav' }, { signal });
    return bytes;
  },
});

function writeSample({ name, is_default: isDefault }: Voice): string {
  const introduction = isDefault ? 'Hello, I am the standard voice.' : `Hello, I am ${name}.`;
  return `${introduction} It will be a pleasure to read your next story.`;
}
