import { expect } from 'chai';
import { MP4, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';
import type { GenerationErrorCode } from '../../domain/catalogue/stages.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { clearText, eventsOf, resultOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { accounting, ended, orderClip, paid, refunded, shape } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';
import { dataUrl } from '../support/data-url.js';

interface Card {
  readonly directive: string;
  readonly error: GenerationErrorCode | null;
  readonly timeline: readonly string[];
}

/** Directives for a video, whose first frame already fails if the directive is a failure. */
const CARDS: readonly Card[] = [
  {
    directive: 'provider_error',
    error: 'PROVIDER_ERROR',
    timeline: [
      'image_generation retried 503',
      'image_generation retried 503',
      'image_generation fallback 503',
      'image_generation retried 503',
      'image_generation retried 503',
      'image_generation stopped 503',
    ],
  },
  {
    directive: 'content_blocked',
    error: 'CONTENT_BLOCKED',
    timeline: ['image_generation stopped 422'],
  },
  {
    directive: 'fallback',
    error: null,
    timeline: ['image_generation fallback 400', 'video_generation fallback 400'],
  },
  {
    directive: 'analysis_failure',
    error: null,
    timeline: ['scene_analysis continued_without_analysis 503'],
  },
];

/** Number of history events of a clip: with a given first frame, and with a generated one. */
const EVENTS_OF_A_FILM = 12;
const EVENTS_WITH_A_FRAME = 19;

const PICTURE = { width: 600, height: 400, channels: 3, background: '#c84' } as const;
const still = async () => dataUrl(await sharp({ create: PICTURE }).png().toBuffer());

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status, url).to.equal(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Reads the length, the size in pixels and the tracks of a clip. */
async function clipFacts(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  return {
    seconds: await input.computeDuration(),
    width: await video?.getDisplayWidth(),
    height: await video?.getDisplayHeight(),
    sound: audio !== null,
  };
}

describe('generateVideo', () => {
  const rig = replayRig();
  const env = () => ({ MEDIA_BASE_URL: 'http://media.test/media' });
  const api = usePlatform({ env, change: rig.watch, workers: {} });

  const served = (body: GenerationBody, of: 'url' | 'thumbnail_url'): string =>
    (body.result?.[of] ?? '').replace('http://media.test', api.url);

  it('turns a prompt into a first frame, a clip and a poster, with a single charge for all three', async () => {
    const made = await orderClip(api, 'a red fox in snow, zoom in', { audio: true });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(body.timeline).to.deep.equal([]);
    expect(await clipFacts(await download(served(body, 'url')))).to.deep.equal({
      seconds: 1,
      width: 480,
      height: 480,
      sound: true,
    });
    const poster = await sharp(await download(served(body, 'thumbnail_url'))).metadata();
    expect([poster.format, poster.width, poster.height]).to.deep.equal(['webp', 480, 480]);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
  });

  it('uses a given first frame with an adaptive ratio, and does not generate a picture', async () => {
    const made = await orderClip(api, 'pan left', {
      model: 'seedance-2.0-mini',
      duration: '4',
      aspect_ratio: 'adaptive',
      start_frame: await still(),
    });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(await clipFacts(await download(served(body, 'url')))).to.deep.equal({
      seconds: 4,
      width: 720,
      height: 480,
      sound: false,
    });
    await resultOf(api.deps, made.id);
    const events = await eventsOf(api.deps.temporal.client, made.id);
    expect(events.length, 'events').to.equal(EVENTS_OF_A_FILM);
    const activities = events.flatMap((event) => {
      const scheduled = event['activityTaskScheduledEventAttributes'];
      return scheduled ? [(scheduled as { activityType: { name: string } }).activityType.name] : [];
    });
    expect(activities, 'the renderer stores its own clip').to.deep.equal(['generateVideo']);
  });

  for (const { directive, error, timeline } of CARDS) {
    it(`ends as ${error ?? 'completed'} with simulate:${directive}, and its timeline shows why`, async () => {
      const made = await orderClip(api, `a fox simulate:${directive}`);
      const body = await ended(api, made);
      expect(body.error?.code ?? null).to.equal(error);
      expect(shape(body)).to.deep.equal(timeline);
      const money = error ? refunded(made.id, 'failed') : paid(made.id, made.price);
      expect(await accounting(api.deps, made)).to.deep.equal(money);
    });
  }

  it("keeps a clip's prompt out of the history", async () => {
    const made = await orderClip(api, 'a secret fox');
    await ended(api, made);
    await resultOf(api.deps, made.id);
    const events = await eventsOf(api.deps.temporal.client, made.id);
    expect(events.length, 'events').to.equal(EVENTS_WITH_A_FRAME);
    expect(clearText(events)).not.to.include(made.prompt.split(' ').at(-1));
    expect(typesOf(events).filter((type) => type === 'ACTIVITY_TASK_COMPLETED')).to.have.length(2);
  });

  it('does not leave a raw asset behind', async () => {
    const made = await orderClip(api, 'a fox');
    await ended(api, made);
    expect(await api.deps.store.list(`work/${made.id}/`, '', 10)).to.deep.equal([]);
  });
});
