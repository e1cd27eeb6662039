import { expect } from 'chai';
import { createFinishedWav } from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
import type { Asset, GenerationProvider } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { clipOf } from '../support/clip.js';
import { eventsOf } from '../support/recorder.js';
import { blackPng } from '../media/inspection/made.js';
import { queuedFake, type Plan, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { accounting, ended, orderClip, paid, refunded, type Order } from './pipeline.js';

const SPOKEN = { model: 'seedance-2.0-mini', duration: '4', audio: undefined, script: 'Hello.' };
/** The orders of a video after its speech. */
const REST = ['image', 'video', 'lip_sync'];

describe('the script of a video whose speech is longer than its clip', () => {
  const rig = replayRig();
  let fal: QueuedFake;
  /** Length of the speech at normal speed, and whether the voice follows the tempo. */
  let seconds = 4.6;
  let followsTempo = true;
  let clip: Buffer;
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({
    change: (deps) => rig.watch({ ...deps, providers }),
    begin: async () => {
      clip = await clipOf(1);
    },
  });
  const start = workersOfEachTest(api);

  function deliver(job: ProviderJob): Asset {
    if (job.kind === 'image') return { bytes: blackPng(64), contentType: 'image/png' };
    if (job.kind !== 'speech') return { bytes: clip, contentType: 'video/mp4' };
    const lasts = seconds / (followsTempo ? job.speed : 1);
    return { bytes: createFinishedWav(lasts), contentType: 'audio/wav' };
  }

  beforeEach(async () => {
    [seconds, followsTempo] = [4.6, true];
    fal = queuedFake('fal', deliver);
    providers.clear();
    providers.set(fal.name, fal);
    await api.deps.db.query('DELETE FROM route_health');
  });
  afterEach(() => fal.release());

  const run = (grace: '0s' | '10s' = '10s') => start({ mediaDeps: { providers }, grace });
  const kinds = () => fal.taken.map(({ kind }) => kind);
  const speeds = () => fal.taken.flatMap((job) => (job.kind === 'speech' ? [job.speed] : []));
  const orderOne = (...plans: Plan[]): Promise<Order & { price: number }> => {
    fal.plan(...plans);
    return orderClip(api, 'a woman', SPOKEN);
  };

  it('is spoken once more, faster, and charged once', async () => {
    await run();
    const made = await orderOne();
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(kinds()).to.deep.equal(['speech', 'speech', ...REST]);
    expect(speeds()).to.deep.equal([1, 1.17]);
    expect(body.timeline[0]?.message).to.include('took 4.6 s').and.to.include('1.17 times');
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
    const events = JSON.stringify(await eventsOf(api.deps.temporal.client, made.id));
    expect(events, 'no command of a newer version').not.to.include('MARKER_RECORDED_EVENT_TYPE_');
  });

  it('is refunded after the second speech if that is too long as well, with the duration it needs', async () => {
    await run();
    followsTempo = false;
    const made = await orderOne();
    const body = await ended(api, made);
    expect(body.status).to.equal('failed');
    expect(kinds()).to.deep.equal(['speech', 'speech']);
    expect(body.timeline.at(-1)?.message).to.include('takes 5.4 s').and.to.include('duration 6');
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('is refunded immediately if it is more than a quarter longer', async () => {
    await run();
    seconds = 5.2;
    const made = await orderOne();
    const body = await ended(api, made);
    expect(body.status).to.equal('failed');
    expect(kinds()).to.deep.equal(['speech']);
    expect(body.timeline.at(-1)?.message).to.include('takes 5.2 s').and.to.include('duration 6');
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('is refunded, and not ordered a third time, if the second order is uncertain', async () => {
    await run();
    const made = await orderOne('done', 'uncertain');
    expect((await ended(api, made)).status).to.equal('failed');
    expect(kinds()).to.deep.equal(['speech', 'speech']);
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('is ordered twice in total if the worker is replaced during the second order', async () => {
    const first = await run('0s');
    const made = await orderOne('done', 'held');
    await until('the second speech is ordered', () => Promise.resolve(fal.taken.length === 2));
    await first.stop();
    fal.release();
    await run();
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(kinds()).to.deep.equal(['speech', 'speech', ...REST]);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id, made.price));
  });
});
