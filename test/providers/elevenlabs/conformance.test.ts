import { expect } from 'chai';
import { createElevenLabsProvider } from '../../../adapters/providers/elevenlabs/provider.js';
import { KEY, startElevenLabsFake } from '@media-platform/stand-ins/providers/elevenlabs/fake.js';
import { providerFailureOf } from '../../support/failure.js';
import { instantConformance } from '../conformance/instant.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { context, speechJob } from '../jobs.js';

const MODEL = 'eleven_multilingual_v2';

async function start(submitDeadlineMs = PATIENT_MS) {
  const fake = await startElevenLabsFake();
  const provider = createElevenLabsProvider({ key: KEY, url: fake.url, submitDeadlineMs });
  return { fake, provider };
}

instantConformance({
  name: 'elevenlabs',
  start,
  jobs: [speechJob(MODEL), speechJob(MODEL, { format: 'mp3', speed: 1.2 })],
  fault: { detail: { status: 'no', message: 'no' } },
});

describe('the ElevenLabs adapter', () => {
  it('sends the documented fields', async () => {
    const { fake, provider } = await start();
    await provider.submit(speechJob(MODEL, { speed: 0.7 }), context);
    await fake.stop();
    expect(fake.accepted()).to.deep.equal([
      {
        text: 'Hello, I am Grace.',
        model_id: MODEL,
        voice_settings: { speed: 0.7 },
        seed: 77,
        voice_id: 'EXAVITQu4vr4xnSDxMaL',
        format: 'wav_24000',
      },
    ]);
  });

  it('reports refused content, without the words of ElevenLabs', async () => {
    const { fake, provider } = await start();
    const detail = { status: 'content_moderation_failed', message: 'Hello is not allowed.' };
    fake.next({ status: 400, body: JSON.stringify({ detail }) });
    const failure = await providerFailureOf(provider.submit(speechJob(MODEL), context));
    await fake.stop();
    expect(failure.kind).to.equal('content_blocked');
    expect(failure.message).not.to.include('Hello');
  });
});
