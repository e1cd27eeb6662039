import { expect } from 'chai';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { clearText, eventsOf, resultOf } from '../support/recorder.js';
import { KeptLog } from '../support/log-lines.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';
import { accounting, ended, orderClip, paid, refunded, shape } from './pipeline.js';

const SCRIPT = 'Hello, I am Ava. Our zebrafinch collection is here today.';
/** Eight seconds, in the smallest size that the model offers. */
const CLIP = {
  model: 'grok-imagine-1.5',
  resolution: '480p',
  aspect_ratio: '1:1',
  audio: undefined,
  duration: '8',
};
const SHORT = { ...CLIP, duration: '1' };

/** Reads the length of each track of a clip, in seconds. */
async function trackSeconds(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const [video, audio] = await Promise.all([
    input.getPrimaryVideoTrack(),
    input.getPrimaryAudioTrack(),
  ]);
  return { video: await video?.computeDuration(), audio: await audio?.computeDuration() };
}

describe('a video with a script', () => {
  const rig = replayRig();
  const env = () => ({ MEDIA_BASE_URL: 'http://media.test/media' });
  const kept = new KeptLog();
  const api = usePlatform({
    env,
    change: (deps) => rig.watch({ ...deps, log: kept.log }),
    workers: {},
  });

  async function download({ result }: GenerationBody): Promise<Buffer> {
    const response = await fetch((result?.url ?? '').replace('http://media.test', api.url));
    expect(response.status).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  }

  it('has a sound track as long as the clip, and its script is in no history and no log', async () => {
    const made = await orderClip(api, 'a woman in a shop', { ...CLIP, script: SCRIPT });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(body.request).to.include({ script: SCRIPT, language: 'en-US', voice_key: 'standard' });
    const { video = 0, audio = 0 } = await trackSeconds(await download(body));
    expect(Math.abs(video - 8)).to.be.lessThan(0.1);
    expect(Math.abs(audio - video)).to.be.lessThan(0.1);
    await resultOf(api.deps, made.id);
    const events = await eventsOf(api.deps.temporal.client, made.id);
    expect(clearText(events)).not.to.include('zebrafinch collection');
    expect(kept.lines, 'lines of requests').not.to.deep.equal([]);
    expect(kept.linesWith(['zebrafinch collection'])).to.deep.equal([]);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
    const path = `/v1/generations/${made.id}`;
    expect((await made.client.call('DELETE', path)).status).to.equal(200);
    const stored: { body: string }[] = await api.deps.db.query(
      `SELECT body FROM idempotency_key WHERE account_id = $1
       UNION ALL SELECT body FROM event WHERE account_id = $1`,
      [made.account.accountId],
    );
    expect(stored).to.have.lengthOf.at.least(3);
    expect(JSON.stringify(stored), 'after the deletion').not.to.include('zebrafinch collection');
  });

  it('is as short as the script allows if the request has no duration', async () => {
    const made = await orderClip(api, 'a man', { ...SHORT, duration: undefined, script: 'Hi.' });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(body.type === 'video' && body.request.duration).to.equal('1');
    expect(body.simulated).to.equal(true);
  });

  it('is refunded if nobody can speak the script, and the next step is not begun', async () => {
    const script = 'Hello. simulate:provider_error';
    const made = await orderClip(api, 'a man', { ...SHORT, duration: '4', script });
    const body = await ended(api, made);
    expect(body.error?.code).to.equal('PROVIDER_ERROR');
    expect(new Set(body.timeline.map(({ stage }) => stage))).to.deep.equal(
      new Set(['speech_generation']),
    );
    expect(shape(body).at(-1)).to.equal('speech_generation stopped 503');
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('repeats only the clip if the clip fails once, and keeps the speech', async () => {
    const made = await orderClip(api, 'a man simulate:fallback', { ...SHORT, script: 'Hi.' });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(shape(body)).to.deep.equal([
      'image_generation fallback 400',
      'video_generation fallback 400',
    ]);
  });
});
