import { expect } from 'chai';
import { createFinishedWav } from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import { queuedFake, type Plan, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';
import { accounting, ended, orderClip, paid, refunded, shape, type Order } from './pipeline.js';

const SPOKEN = { model: 'seedance-2.0-mini', duration: '4', audio: undefined, script: 'Hello.' };
/** The orders of a video whose model hears no speech. */
const ALL = ['speech', 'image', 'video', 'lip_sync'];

describe('a video with a script whose model hears no speech', () => {
  const rig = replayRig();
  let fal: QueuedFake;
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({
    change: (deps) => rig.watch({ ...deps, providers }),
    workers: { mediaDeps: { providers } },
  });
  beforeEach(async () => {
    fal = queuedFake('fal');
    providers.clear();
    providers.set(fal.name, fal);
    await api.deps.db.query('DELETE FROM route_health');
  });

  const kinds = () => fal.taken.map(({ kind }) => kind);
  const orderOne = (...plans: Plan[]): Promise<Order & { price: number }> => {
    fal.plan(...plans);
    return orderClip(api, 'a woman', SPOKEN);
  };

  it('gets its lips from a provider, and is charged what its quote says', async () => {
    const made = await orderOne();
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(kinds()).to.deep.equal(ALL);
    const [speech, , clip, lips] = fal.taken;
    expect(speech).to.include({ kind: 'speech', prompt: 'Hello.', language: 'en-US' });
    expect(clip).to.include({ kind: 'video', narration: null, audio: false });
    expect(lips?.kind === 'lip_sync' && lips.speech.contentType).to.equal('audio/wav');
    expect(lips?.kind === 'lip_sync' && lips.clip.bytes.length).to.be.greaterThan(0);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
    const quote = await made.client.call<{ credits: number }>('POST', '/v1/quote', {
      body: {
        type: 'video',
        prompt: 'a woman',
        resolution: '480p',
        aspect_ratio: '1:1',
        ...SPOKEN,
      },
      idem: null,
    });
    expect(quote.body.credits, quote.text).to.equal(made.price);
  });

  it('repeats only the lips if they fail, and keeps speech, frame and clip', async () => {
    const made = await orderOne('done', 'done', 'done', 'fails');
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(kinds()).to.deep.equal([...ALL, 'lip_sync']);
    const retries = shape(body).filter((line) => line.includes('retried'));
    expect(retries).to.deep.equal(['lip_sync retried 500']);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
  });

  it('is refunded if it is unknown whether the lips were ordered, which are not ordered again', async () => {
    const made = await orderOne('done', 'done', 'done', 'uncertain');
    const body = await ended(api, made);
    expect(body.status).to.equal('failed');
    expect(kinds()).to.deep.equal(ALL);
    expect(shape(body).at(-1)).to.equal('lip_sync stopped null');
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('is refunded if the speech is longer than the clip, and orders nothing else', async () => {
    fal = queuedFake('fal', () => ({ bytes: createFinishedWav(6), contentType: 'audio/wav' }));
    providers.set(fal.name, fal);
    const made = await orderOne();
    const body = await ended(api, made);
    expect(body.status).to.equal('failed');
    expect(kinds()).to.deep.equal(['speech']);
    expect(body.timeline.at(-1)?.message).to.include(
      'takes 6 s to speak, and the clip has 4 s: use duration 6',
    );
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('is refunded if the speech was refused, and orders nothing else', async () => {
    const made = await orderOne('blocked');
    const body = await ended(api, made);
    expect(body.error?.code).to.equal('CONTENT_BLOCKED');
    expect(kinds()).to.deep.equal(['speech']);
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });
});
