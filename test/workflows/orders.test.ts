import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { BufferSource, Input, MP4 } from 'mediabunny';
import { ProviderFailure, type GenerationProvider } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import type { FetchAsset } from '../../adapters/egress/fetch-asset.js';
import { createTempFile } from '../../adapters/egress/fetch-file.js';
import type { LocalFile } from '../../domain/ports/egress.js';
import { blackPng } from '../media/inspection/made.js';
import { clipOf } from '../support/clip.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import type { WorkerOptions } from '../support/workers.js';
import {
  accounting,
  ended,
  failingPuts,
  order,
  orderClip,
  paid,
  refunded,
  shape,
} from './pipeline.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

/**
 * Start deadlines that a stuck job soon exceeds, but a job that begins at the second poll does not.
 */
const IMPATIENT = {
  image: { start: 1_500, run: 60_000 },
  video: { start: 1_500, run: 60_000 },
};

async function pictureFile(): Promise<LocalFile> {
  const place = await createTempFile();
  const bytes = blackPng(64);
  await writeFile(place.path, bytes);
  return { ...place, size: bytes.length };
}

describe('provider orders', () => {
  const rig = replayRig();
  let fal: QueuedFake;
  let kie: QueuedFake;
  const providers = new Map<string, GenerationProvider>();
  const use = (...fakes: QueuedFake[]) => {
    providers.clear();
    for (const fake of fakes) providers.set(fake.name, fake);
  };
  const api = usePlatform({ change: (deps) => rig.watch({ ...deps, providers }) });
  const startSome = workersOfEachTest(api);
  beforeEach(async () => {
    fal = queuedFake('fal');
    kie = queuedFake('kie');
    use(fal, kie);
    await api.deps.db.query('DELETE FROM route_health');
  });

  const start = (mediaDeps: WorkerOptions['mediaDeps'] = {}, grace: '0s' | '10s' = '10s') =>
    startSome({ mediaDeps: { providers, ...mediaDeps }, grace });
  const orders = (id: string): Promise<{ provider: string; cost: number | null }[]> =>
    api.deps.db.query(
      'SELECT provider, cost_usd AS cost FROM upstream_order WHERE generation_id = $1 ORDER BY attempt',
      [id],
    );

  it('are placed once per stage with a configured provider, and their cost is recorded', async () => {
    await start();
    const made = await orderClip(api, 'a fox');
    expect((await ended(api, made)).status).to.equal('completed');
    expect([fal, kie].map(({ taken }) => taken.map(({ kind }) => kind))).to.deep.equal([
      ['image'],
      ['video'],
    ]);
    expect(await orders(made.id)).to.deep.equal([
      { provider: 'fal', cost: 0.25 },
      { provider: 'kie', cost: 0.25 },
    ]);
  });

  it('are refunded, and neither repeated nor placed elsewhere, if their outcome is unknown', async () => {
    await start();
    fal.plan('uncertain');
    const made = await order(api, 'a fox');
    const body = await ended(api, made);
    expect([body.error?.code, ...shape(body)]).to.deep.equal([
      'PROVIDER_ERROR',
      'image_generation stopped null',
    ]);
    expect([fal.taken.length, kie.taken.length]).to.deep.equal([1, 0]);
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('are retried if they were certainly refused, then placed with the next provider', async () => {
    await start();
    fal.plan('refused', 'refused', 'refused');
    const made = await order(api, 'a fox');
    const body = await ended(api, made);
    expect(shape(body)).to.deep.equal([
      'image_generation retried 503',
      'image_generation retried 503',
      'image_generation fallback 503',
    ]);
    expect([fal.taken.length, kie.taken.length]).to.deep.equal([0, 1]);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id));
  });

  it('use a route last if it has failed three times in a row', async () => {
    await start();
    fal.plan('refused', 'refused', 'refused');
    await ended(api, await order(api, 'a fox'));
    await ended(api, await order(api, 'a fox'));
    expect([fal.taken.length, kie.taken.length]).to.deep.equal([0, 2]);
  });

  it('are placed again if the job certainly failed at the provider', async () => {
    await start();
    fal.plan('fails');
    const made = await order(api, 'a fox');
    expect(shape(await ended(api, made))).to.deep.equal(['image_generation retried 500']);
    expect(fal.taken).to.have.length(2);
  });

  it('end without retry or fallback if a policy blocks a running job', async () => {
    await start();
    fal.plan('blocked');
    const made = await order(api, 'a fox');
    const body = await ended(api, made);
    expect(body.error?.code).to.equal('CONTENT_BLOCKED');
    expect(shape(body)).to.deep.equal(['image_generation stopped 422']);
    expect([fal.taken.length, kie.taken.length]).to.deep.equal([1, 0]);
  });

  it('are cancelled at the provider and placed elsewhere if a job never begins', async () => {
    await start({ orderDeadlines: IMPATIENT });
    fal.plan('stuck', 'stuck');
    const made = await order(api, 'a fox');
    expect(shape(await ended(api, made))).to.deep.equal([
      'image_generation retried null',
      'image_generation fallback null',
    ]);
    expect(fal.cancelled).to.have.length(2);
    expect(kie.taken).to.have.length(1);
  });

  it('are polled further, and not repeated, while polls fail', async () => {
    await start();
    fal.plan('blind');
    const body = await ended(api, await order(api, 'a fox'));
    expect([body.status, body.timeline]).to.deep.equal(['completed', []]);
    expect([fal.taken.length, kie.taken.length]).to.deep.equal([1, 0]);
  });

  it('are not repeated if the search for a lost order fails', async () => {
    const asked: string[] = [];
    fal = Object.assign(fal, {
      reconcile: (job: ProviderJob) => {
        asked.push(job.generationId);
        return Promise.reject(new ProviderFailure('unavailable', 'Down.', 503));
      },
    });
    await start();
    fal.plan('uncertain');
    const made = await order(api, 'a fox');
    expect((await ended(api, made)).error?.code).to.equal('PROVIDER_ERROR');
    expect([asked, fal.taken.length, kie.taken.length]).to.deep.equal([[made.id], 1, 0]);
  });

  it('are refunded and not repeated if the result can never be fetched', async () => {
    fal = queuedFake('fal', () => ({ url: 'https://cdn.test/gone' }));
    use(fal, kie);
    await start({ fetchAsset: async () => null, fetchDelaysMs: [0, 10] });
    const made = await order(api, 'a fox');
    const body = await ended(api, made);
    expect([body.error?.code, ...shape(body)]).to.deep.equal([
      'PROVIDER_ERROR',
      'storage retried null',
      'storage retried null',
      'storage stopped null',
    ]);
    expect([fal.taken.length, kie.taken.length]).to.deep.equal([1, 0]);
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('have unrequested sound removed from their result', async () => {
    const loud = await readFile(new URL('../media/inspection/fixtures/clip.mp4', import.meta.url));
    kie = queuedFake('kie', (job) =>
      job.kind === 'video'
        ? { bytes: loud, contentType: 'video/mp4' }
        : { bytes: blackPng(64), contentType: 'image/png' },
    );
    use(kie);
    await start();
    const made = await orderClip(api, 'a fox', { audio: false });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    const [row] = await api.deps.db.query('SELECT output_key FROM generation WHERE id = $1', [
      made.id,
    ]);
    const kept = await api.deps.store.get(row.output_key, 10_000_000);
    const tracks = async (bytes: Buffer) =>
      (await new Input({ formats: [MP4], source: new BufferSource(bytes) }).getTracks()).map(
        ({ type }) => type,
      );
    expect(await tracks(loud)).to.include('audio');
    expect(await tracks(kept ?? Buffer.alloc(0))).to.deep.equal(['video']);
  });

  it('deliver a clip that differs from the request, with one timeline entry', async () => {
    const other = await clipOf(2, { width: 640, height: 360 });
    kie = queuedFake('kie', (job) =>
      job.kind === 'video'
        ? { bytes: other, contentType: 'video/mp4' }
        : { bytes: blackPng(64), contentType: 'image/png' },
    );
    use(kie);
    let down = 1;
    const store = failingPuts(api.deps.store, (key) => key.endsWith('.webp') && down-- > 0);
    await start({ store });
    const made = await orderClip(api, 'a fox', { aspect_ratio: '9:16' });
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    const lines = body.timeline.filter(({ stage }) => stage === 'video_generation');
    expect(lines.map(({ resolution, message }) => `${resolution}: ${message}`)).to.deep.equal([
      'fallback: The provider made a clip with a different shape: 640x360 pixels instead of 480x854.',
      'fallback: The provider made a clip with a different length: 2 s instead of 1 s.',
    ]);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
  });

  it('are polled by the next worker, and not repeated, if a worker is lost', async () => {
    const first = await start({}, '0s');
    fal.plan('held');
    const made = await order(api, 'a fox');
    await until('the job runs', async () => fal.polls() > 3 || null);
    await first.stop();
    fal.release();
    await start();
    expect((await ended(api, made)).status).to.equal('completed');
    expect(fal.taken).to.have.length(1);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id));
  });

  it('are not repeated if the object store is unavailable when the result arrives', async () => {
    let down = 2;
    const store = failingPuts(api.deps.store, (key) => key.startsWith('work/') && down-- > 0);
    await start({ store });
    const made = await order(api, 'a fox');
    expect(shape(await ended(api, made))).to.deep.equal([
      'storage retried null',
      'storage retried null',
    ]);
    expect(fal.taken).to.have.length(1);
  });

  it('are not repeated if the result URL first returns 404', async () => {
    fal = queuedFake('fal', (_, fetched) => ({ url: `https://cdn.test/${fetched}` }));
    use(fal);
    const asked: string[] = [];
    const fetchAsset: FetchAsset = async ({ url }) => {
      asked.push(url);
      if (asked.length < 2) return null;
      return pictureFile();
    };
    await start({ fetchAsset });
    expect((await ended(api, await order(api, 'a fox'))).status).to.equal('completed');
    expect(asked).to.deep.equal(['https://cdn.test/1', 'https://cdn.test/2']);
    expect(fal.taken).to.have.length(1);
  });
});
