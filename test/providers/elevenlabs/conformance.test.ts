import { expect } from 'chai';
import { createElevenLabsProvider } from '../../../adapters/providers/elevenlabs/provider.js';
import {
  ELEVENLABS_REPLIES,
  KEY,
  startElevenLabsFake,
} from '@media-platform/stand-ins/providers/elevenlabs/fake.js';
import { VOICES } from '../../../domain/catalogue/voices.js';
import type { ProviderFailure } from '../../../domain/ports/provider.js';
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
        voice_id: 'OZ0L6eISlOejga3XjDFt',
        format: 'wav_24000',
      },
    ]);
  });

  it('speaks with each voice of the catalogue that ElevenLabs has, at both limits of the tempo', async () => {
    const { fake, provider } = await start();
    const voices = VOICES.filter(({ upstream }) => upstream.elevenlabs !== undefined);
    for (const voice of voices) {
      for (const speed of [0.7, 1.2]) {
        await provider.submit(speechJob(MODEL, { voice, speed }), context);
      }
    }
    await fake.stop();
    expect(fake.violations()).to.deep.equal([]);
    expect(fake.accepted()).to.have.length(2 * voices.length);
  });

  it('reports refused content, without the words of ElevenLabs', async () => {
    const { fake, provider } = await start();
    const older = { status: 'content_moderation_failed', message: 'Hello is not allowed.' };
    const replies = [
      ELEVENLABS_REPLIES.blocked,
      { status: 400, body: JSON.stringify({ detail: older }) },
    ];
    for (const reply of replies) {
      fake.next(reply);
      const failure = await providerFailureOf(provider.submit(speechJob(MODEL), context));
      expect(failure.kind).to.equal('content_blocked');
      expect(failure.message).to.equal('ElevenLabs refused the text.');
    }
    await fake.stop();
  });

  const refused: readonly [keyof typeof ELEVENLABS_REPLIES, Partial<ProviderFailure>][] = [
    ['busy', { kind: 'rate_limited', forOperators: 'system_busy' }],
    ['rateLimited', { kind: 'rate_limited', forOperators: 'rate_limit_exceeded' }],
    [
      'concurrent',
      {
        kind: 'rate_limited',
        forOperators: 'concurrent_limit_exceeded, too_many_concurrent_requests',
      },
    ],
    ['noCredits', { kind: 'rejected', forOperators: 'insufficient_credits, quota_exceeded' }],
    ['freePlan', { kind: 'rejected', forOperators: 'paid_plan_required, payment_required' }],
  ];
  for (const [name, expected] of refused) {
    it(`reports both codes of a refusal to operators: ${name}`, async () => {
      const { fake, provider } = await start();
      fake.next(ELEVENLABS_REPLIES[name]);
      const failure = await providerFailureOf(provider.submit(speechJob(MODEL), context));
      await fake.stop();
      expect(failure).to.include(expected);
    });
  }

  it('reports a voice that ElevenLabs has removed as rejected', async () => {
    const { fake, provider } = await start();
    const job = speechJob(MODEL);
    const voice = { ...job.voice, upstream: { elevenlabs: 'EXAVITQu4vr4xnSDxMaL' } };
    const failure = await providerFailureOf(provider.submit({ ...job, voice }, context));
    await fake.stop();
    expect(failure).to.include({
      kind: 'rejected',
      status: 404,
      forOperators: 'voice_not_found',
    });
  });
});
