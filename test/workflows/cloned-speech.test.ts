import { expect } from 'chai';
import {
  FAL_KEY,
  startFalFake,
  type FalFake,
} from '@media-platform/stand-ins/providers/fal/fake.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import type { VoiceBody } from '../../domain/contract/voice.js';
import { buildCustomer, type Customer } from '../support/accounts.js';
import { CLONE } from '../support/clone-here.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';

const TEXT = 'Good morning. The train leaves at nine.';

describe('a cloned voice', () => {
  const rig = replayRig();
  let fal: FalFake;
  const env = async () => {
    fal = await startFalFake({ keepsLength: true });
    return { FAL_API_KEY: FAL_KEY, FAL_URL: fal.url, EGRESS_ALLOW: fal.url };
  };
  const end = () => fal.stop();
  const api = usePlatform({ env, end, change: rig.watch, workers: {} });

  const clone = async ({ client }: Customer, more: object = {}) => {
    const body = { ...CLONE, ...more };
    const created = await client.call<VoiceBody>('POST', '/v1/voices', { body });
    expect(created.status, created.text).to.equal(201);
    return created.body.voice_key;
  };
  const say = async ({ client }: Customer, body: object) => {
    const created = await client.call<SpeechBody>('POST', '/v1/speech', { body });
    expect(created.status, created.text).to.equal(202);
    return (await client.get<SpeechBody>(`/v1/speech/${created.body.id}?wait=60`)).body;
  };

  for (const { language, sent } of [
    { language: 'en-GB', sent: { text: TEXT } },
    { language: 'de-AT', sent: { text: TEXT, custom_audio_language: 'german' } },
  ]) {
    it(`speaks ${language} from its recording`, async () => {
      const before = fal.accepted();
      const customer = await buildCustomer(api.deps.db, api.url, { credits: 100 });
      const voice_key = await clone(customer, { language });
      const done = await say(customer, { text: TEXT, voice_key });
      expect(done.status, JSON.stringify(done.timeline)).to.equal('completed');
      expect(done).to.include({ simulated: false, voice_key, language });
      expect(fal.accepted() - before).to.equal(1);
      expect(fal.inputs().at(-1)).to.include(sent);
      expect(fal.violations()).to.deep.equal([]);
    });
  }

  it('still speaks what was accepted before it was deleted', async () => {
    const customer = await buildCustomer(api.deps.db, api.url, { credits: 100 });
    const voice_key = await clone(customer);
    const body = { text: TEXT, voice_key };
    const created = await customer.client.call<SpeechBody>('POST', '/v1/speech', { body });
    const deleted = await customer.client.call('DELETE', `/v1/voices/${voice_key}`);
    expect(deleted.status, deleted.text).to.equal(200);
    const path = `/v1/speech/${created.body.id}?wait=60`;
    const done = await customer.client.get<SpeechBody>(path);
    expect(done.body.status, JSON.stringify(done.body.timeline)).to.equal('completed');
  });

  it('speaks the script of a video, and its lips are moved to it', async () => {
    const customer = await buildCustomer(api.deps.db, api.url, { credits: 1_000 });
    const voice_key = await clone(customer);
    const body = {
      model: 'seedance-2.0-mini',
      duration: '8',
      resolution: '720p',
      prompt: 'a woman in a shop',
      script: TEXT,
      voice_key,
    };
    const quote = await customer.client.call<QuoteBody>('POST', '/v1/quote', {
      body: { type: 'video', ...body },
    });
    const made = await customer.client.video(body);
    expect(made.body.credits, made.text).to.equal(quote.body.credits);
    const path = `/v1/generations/${made.body.id}?wait=60`;
    const done = await customer.client.get(path);
    expect(done.body.status, JSON.stringify(done.body.timeline)).to.equal('completed');
    const spoken = fal.inputs().map((input) => input as Record<string, unknown>);
    expect(spoken.filter(({ text }) => text === TEXT).at(-1)).to.have.property('audio_url');
    expect(fal.violations()).to.deep.equal([]);
  });
});
