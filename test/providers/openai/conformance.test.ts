import { expect } from 'chai';
import { createOpenAiSpeech } from '../../../adapters/providers/openai/speech.js';
import { VOICES } from '../../../domain/catalogue/voices.js';
import { startSpeechFake } from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { instantConformance } from '../conformance/instant.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { context, speechJob } from '../jobs.js';

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

describe('the voices of the catalogue', () => {
  for (const model of ['tts-1', 'gpt-4o-mini-tts']) {
    it(`exist in OpenAI's ${model}`, async () => {
      const fake = await startSpeechFake(KEY);
      const provider = createOpenAiSpeech({ baseUrl: fake.url, apiKey: KEY, model }, PATIENT_MS);
      for (const voice of VOICES) await provider.submit(speechJob('speech', { voice }), context);
      await fake.stop();
      expect(fake.violations()).to.deep.equal([]);
    });
  }
});
