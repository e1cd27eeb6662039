import { expect } from 'chai';
import { createOpenAiSpeech } from '../../../adapters/providers/openai/speech.js';
import { findDefaultVoice, VOICES } from '../../../domain/catalogue/voices.js';
import { providerFailureOf } from '../../support/failure.js';
import { startSpeechFake } from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { instantConformance } from '../conformance/instant.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { context, speechJob } from '../jobs.js';

const KEY = 'test-key-1234567890';

instantConformance({
  name: 'openai speech',
  async start(deadlineMs = PATIENT_MS) {
    const fake = await startSpeechFake(KEY);
    const endpoint = {
      baseUrl: fake.url,
      apiKey: KEY,
      model: 'gpt-4o-mini-tts',
      voices: 'openai',
    } as const;
    return { fake, provider: createOpenAiSpeech(endpoint, deadlineMs) };
  },
  jobs: [speechJob('speech'), speechJob('speech', { format: 'mp3', speed: 1.5 })],
  fault: { error: { message: 'no', code: null } },
});

describe('the voices of the catalogue', () => {
  for (const model of ['tts-1', 'gpt-4o-mini-tts']) {
    it(`exist in OpenAI's ${model}`, async () => {
      const fake = await startSpeechFake(KEY);
      const endpoint = { baseUrl: fake.url, apiKey: KEY, model, voices: 'openai' } as const;
      const provider = createOpenAiSpeech(endpoint, PATIENT_MS);
      for (const voice of VOICES) await provider.submit(speechJob('speech', { voice }), context);
      await fake.stop();
      expect(fake.violations()).to.deep.equal([]);
    });
  }

  it('have the names of Kokoro on a server with its voices', async () => {
    const fake = await startSpeechFake(KEY);
    const endpoint = { baseUrl: fake.url, apiKey: KEY, model: 'kokoro', voices: 'kokoro' } as const;
    const provider = createOpenAiSpeech(endpoint, PATIENT_MS);
    expect(['speech', 'speech:kokoro'].map((model) => provider.serves?.(model))).to.deep.equal([
      false,
      true,
    ]);
    const named = VOICES.filter(({ upstream }) => upstream.kokoro !== undefined);
    for (const voice of named)
      await provider.submit(speechJob('speech:kokoro', { voice }), context);
    expect(fake.accepted()).to.have.length(named.length).and.length.at.least(10);
    const voice = { ...findDefaultVoice(), upstream: {} };
    const unknown = provider.submit(speechJob('speech:kokoro', { voice }), context);
    expect(await providerFailureOf(unknown)).to.include({ kind: 'rejected' });
    await fake.stop();
    expect(fake.violations()).to.deep.equal([]);
  });
});
