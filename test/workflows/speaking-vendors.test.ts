import { expect } from 'chai';
import {
  FAL_KEY,
  startFalFake,
  type FalFake,
} from '@media-platform/stand-ins/providers/fal/fake.js';
import {
  startSpeechFake,
  type SpeechFake,
} from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';
import { accounting, ended, orderClip, paid } from './pipeline.js';

const SCRIPT = 'Hello, I am Ava. Our new collection is here today.';
/** Vendors of each kind of clip, and the number of orders that make one. */
const CLIPS = [
  { model: 'seedance-2.0-mini', duration: '8', lips: 'at fal afterwards', orders: 3 },
  { model: 'wan-2.6', duration: '10', lips: 'in the clip itself', orders: 2 },
];

async function trackSeconds(bytes: Buffer): Promise<readonly [number, number]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  return [(await video?.computeDuration()) ?? 0, (await audio?.computeDuration()) ?? 0];
}

describe('a video with a script, made by the protocols of vendors', () => {
  const rig = replayRig();
  let fal: FalFake;
  let voices: SpeechFake;
  const env = async () => {
    fal = await startFalFake({ keepsLength: true });
    voices = await startSpeechFake('test-key');
    return {
      MEDIA_BASE_URL: 'http://media.test/media',
      FAL_API_KEY: FAL_KEY,
      FAL_URL: fal.url,
      SPEECH_BASE_URL: voices.url,
      SPEECH_API_KEY: 'test-key',
      EGRESS_ALLOW: `${fal.url},${new URL(voices.url).origin}`,
    };
  };
  const end = async () => {
    await fal.stop();
    await voices.stop();
  };
  const api = usePlatform({ env, end, change: rig.watch, workers: {} });

  async function download({ result }: GenerationBody): Promise<Buffer> {
    const response = await fetch((result?.url ?? '').replace('http://media.test', api.url));
    expect(response.status).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  }

  for (const { model, duration, lips, orders } of CLIPS) {
    it(`has sound as long as the clip, and lips that move ${lips}`, async () => {
      const [before, spoken] = [fal.accepted(), voices.accepted().length];
      const base = { model, duration, resolution: '720p', audio: undefined };
      const made = await orderClip(api, 'a woman in a shop', { ...base, script: SCRIPT });
      const body = await ended(api, made);
      expect(body.status, JSON.stringify(body.error)).to.equal('completed');
      expect(body.simulated).to.equal(false);
      const [video, audio] = await trackSeconds(await download(body));
      expect(Math.abs(video - Number(duration))).to.be.lessThan(0.1);
      expect(Math.abs(audio - video), `${audio} s of sound`).to.be.lessThan(0.1);
      expect(voices.accepted().slice(spoken)).to.have.length(1);
      expect(voices.accepted().at(-1)).to.include({ input: SCRIPT, voice: 'alloy' });
      expect(fal.accepted() - before).to.equal(orders);
      expect(fal.inputs().at(-1)).to.have.property('audio_url');
      expect([...fal.violations(), ...voices.violations()]).to.deep.equal([]);
      expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
    });
  }
});
