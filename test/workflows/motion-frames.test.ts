import { expect } from 'chai';
import { createFrameSampler } from '../../adapters/media/sample-frames.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { PictureModeration } from '../../domain/ports/moderation.js';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import { buildCustomer } from '../support/accounts.js';
import type { ApiClient } from '../support/client.js';
import { clipOf } from '../support/clip.js';
import { dataUrl, squareUrl } from '../support/data-url.js';
import { oddClip } from '../media/inspection/odd-clips.js';
import { ffmpegStub, isRed, type FfmpegStub, type Shows } from '../support/ffmpeg-stub.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { reached } from './pipeline.js';

/** Refuses red pictures, and counts all pictures. */
const moderation: PictureModeration & { seen: number } = {
  name: 'no red',
  seen: 0,
  async images(images) {
    moderation.seen = images.length;
    const red = await Promise.all(images.map(isRed));
    return red.includes(true) ? { allowed: false, reason: 'red' } : { allowed: true };
  },
};

describe('motion clip moderation', () => {
  const rig = replayRig();
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({ change: (deps) => rig.watch({ ...deps, providers }) });
  const start = workersOfEachTest(api);
  let client: ApiClient;
  let fal: QueuedFake;
  let stub: FfmpegStub | null = null;
  let motion: string;
  before(async () => {
    ({ client } = await buildCustomer(api.deps.db, api.url));
    motion = dataUrl(await clipOf(3), 'video/mp4');
  });
  beforeEach(async () => {
    fal = queuedFake('fal');
    providers.clear();
    providers.set('fal', fal);
    await api.deps.db.query('DELETE FROM route_health');
  });
  afterEach(async () => {
    await stub?.remove();
    stub = null;
  });

  async function made(
    show: ((at: number) => Shows) | null,
    clip = motion,
  ): Promise<GenerationBody> {
    stub = show && (await ffmpegStub(show));
    const frames = stub && createFrameSampler(stub.program, api.deps.fileCheck);
    await start({ mediaDeps: { providers, pictureModeration: moderation, frames } });
    const created = await client.video({
      model: 'kling-3.0-motion-control',
      motion_video: clip,
      start_frame: squareUrl(64),
    });
    expect(created.status, created.text).to.equal(202);
    const row = await reached(api.deps, created.body.id, 'completed', 'failed');
    return (await client.get(`/v1/generations/${row.id}`)).body;
  }

  it('fails the generation for a forbidden frame in the middle, without a provider order', async () => {
    const body = await made((at) => (at >= 1.2 && at <= 1.8 ? 'red' : 'green'));
    expect([body.status, body.error?.code]).to.deep.equal(['failed', 'CONTENT_BLOCKED']);
    expect(body.refunded_credits).to.equal(body.credits);
    expect(fal.taken).to.deep.equal([]);
  });

  it('accepts a clean clip after checking its first frame and five other frames', async () => {
    const body = await made(() => 'green');
    expect(body.status).to.equal('completed');
    expect(moderation.seen).to.equal(6);
    expect(fal.taken).to.have.length(1);
  });

  it('rejects a clip without a readable frame', async () => {
    const body = await made(() => 'failure');
    expect(body.status).to.equal('failed');
    expect(fal.taken).to.deep.equal([]);
  });

  it('extends a short clip in a thread with limits', async () => {
    const short = dataUrl(oddClip({ picture: { stretch: 4 } }), 'video/mp4');
    const body = await made(() => 'green', short);
    expect(body.status, body.error?.message).to.equal('completed');
    expect(fal.taken).to.have.length(1);
  });

  it('fails and refunds a clip that an earlier version accepted because it measured the length of the sound', async () => {
    const short = oddClip({ picture: { stretch: 0.1 }, sound: { stretch: 4 } });
    const data = dataUrl(short, 'video/mp4');
    const upload = await client.call<{ id: string }>('POST', '/v1/uploads', { body: { data } });
    const { id } = upload.body;
    await api.deps.db.query('UPDATE upload SET duration_seconds = 2 WHERE id = $1', [id]);
    const body = await made(null, id);
    expect([body.status, body.error?.code]).to.deep.equal(['failed', 'PROVIDER_ERROR']);
    expect(body.refunded_credits).to.equal(body.credits);
    expect(fal.taken).to.deep.equal([]);
  });

  it('accepts clips without checking frames if ffmpeg is not installed', async () => {
    const body = await made(null);
    expect(body.status).to.equal('completed');
    expect(moderation.seen).to.equal(1);
  });
});
