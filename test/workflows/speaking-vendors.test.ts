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
import { KEY, startElevenLabsFake } from '@media-platform/stand-ins/providers/elevenlabs/fake.js';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';
import { accounting, ended, orderClip, paid } from './pipeline.js';

const SCRIPT = 'Hello, I am Ava. Our new collection is here today.';
/** Vendors of each kind of clip, and the number of orders at fal that make one. */
const CLIPS = [
  { model: 'seedance-2.0-mini', duration: '8', lips: 'at fal afterwards', orders: 3 },
  { model: 'wan-2.6', duration: '10', lips: 'in the clip itself', orders: 2 },
];

/** A vendor that speaks, with its settings and the order that it must get. */
interface Speaker {
  readonly start: () => Promise<SpeechFake>;
  readonly env: (url: string) => Record<string, string>;
  readonly order: object;
}

/** Vendors that speak with a server of their kind. Without them, fal speaks. */
const SPEAKERS: Readonly<Record<string, Speaker | null>> = {
  OpenAI: {
    start: () => startSpeechFake('test-key'),
    env: (url) => ({ SPEECH_BASE_URL: url, SPEECH_API_KEY: 'test-key' }),
    order: { input: SCRIPT, voice: 'alloy' },
  },
  ElevenLabs: {
    start: () => startElevenLabsFake(),
    env: (url) => ({ ELEVENLABS_API_KEY: KEY, ELEVENLABS_URL: url }),
    order: { text: SCRIPT, format: 'wav_24000' },
  },
  fal: null,
};

async function trackSeconds(bytes: Buffer): Promise<readonly [number, number]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  return [(await video?.computeDuration()) ?? 0, (await audio?.computeDuration()) ?? 0];
}

for (const [name, speaker] of Object.entries(SPEAKERS)) {
  describe(`a video with a script, spoken by ${name}`, () => {
    const rig = replayRig();
    let fal: FalFake;
    let voices: SpeechFake | null = null;
    const env = async () => {
      fal = await startFalFake({ keepsLength: true });
      voices = speaker && (await speaker.start());
      const origins = [fal.url, ...(voices ? [new URL(voices.url).origin] : [])];
      return {
        MEDIA_BASE_URL: 'http://media.test/media',
        FAL_API_KEY: FAL_KEY,
        FAL_URL: fal.url,
        ...(speaker && voices && speaker.env(voices.url)),
        EGRESS_ALLOW: origins.join(','),
      };
    };
    const end = async () => {
      await fal.stop();
      await voices?.stop();
    };
    const api = usePlatform({ env, end, change: rig.watch, workers: {} });

    async function download({ result }: GenerationBody): Promise<Buffer> {
      const response = await fetch((result?.url ?? '').replace('http://media.test', api.url));
      expect(response.status).to.equal(200);
      return Buffer.from(await response.arrayBuffer());
    }

    for (const { model, duration, lips, orders } of CLIPS) {
      it(`has sound as long as the clip, and lips that move ${lips}`, async () => {
        const [before, spoken] = [fal.accepted(), voices?.accepted().length ?? 0];
        const base = { model, duration, resolution: '720p', audio: undefined };
        const made = await orderClip(api, 'a woman in a shop', { ...base, script: SCRIPT });
        const body = await ended(api, made);
        expect(body.status, JSON.stringify(body.error)).to.equal('completed');
        expect(body.simulated).to.equal(false);
        const [video, audio] = await trackSeconds(await download(body));
        expect(Math.abs(video - Number(duration))).to.be.lessThan(0.1);
        expect(Math.abs(audio - video), `${audio} s of sound`).to.be.lessThan(0.1);
        expect(voices?.accepted().slice(spoken) ?? []).to.have.length(speaker ? 1 : 0);
        expect(voices?.accepted().at(-1) ?? {}).to.include(speaker?.order ?? {});
        expect(fal.accepted() - before).to.equal(orders + (speaker ? 0 : 1));
        expect(fal.inputs().at(-1)).to.have.property('audio_url');
        expect([...fal.violations(), ...(voices?.violations() ?? [])]).to.deep.equal([]);
        expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
      });
    }
  });
}
