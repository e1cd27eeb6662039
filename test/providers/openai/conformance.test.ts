import { createOpenAiSpeech } from '../../../adapters/providers/openai/speech.js';
import { startSpeechFake } from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { instantConformance } from '../conformance/instant.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { speechJob } from '../jobs.js';

const KEY = 'test-key-1234567890';

instantConformance({
  name: 'openai speech',
  async start(deadlineMs = PATIENT_MS) {
    const fake = await startSpeechFake(KEY);
    const endpoint = { baseUrl: fake.url, apiKey: KEY, model: 'gpt-4o-mini-tts' };
    return { fake, provider: createOpenAiSpeech(endpoint, deadlineMs) };
  },
  jobs: [speechJob('speech'), speechJob('speech', { format: 'mp3', speed: 1.5 })],
  fault: { error: { message: 'no', code: null } },
});
