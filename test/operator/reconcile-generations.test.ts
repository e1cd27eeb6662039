import { expect } from 'chai';
import { countStuck } from '../../domain/operator/stuck-rows.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { Generation } from '../../entities/generation.js';
import type { MediaActivities } from '../../activities/media.js';
import { buildCustomer } from '../support/accounts.js';
import { dataUrl } from '../support/data-url.js';
import { queuedFake } from '../support/queued-fake.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { until } from '../support/until.js';
import { blackPng } from '../media/inspection/made.js';
import {
  accounting,
  CREDITS,
  ended,
  order,
  paid,
  refunded,
  SHORT_CLIP,
  type Order,
} from '../workflows/pipeline.js';
import { ageGenerations, HeldSteps, reconcileOnce } from './reconcile-rig.js';

const IMAGE = { aspect_ratio: '1:1', scene_image: dataUrl(blackPng(64)) };

describe('a generation whose run was terminated', () => {
  const steps = new HeldSteps();
  const api = usePlatform();
  afterEach(() => steps.release());
  const start = workersOfEachTest(api);

  const rowOf = (id: string) => api.deps.db.manager.findOneByOrFail(Generation, { id });
  const terminate = (id: string) =>
    api.deps.temporal.client.workflow.getHandle(id).terminate('a test');

  async function ordered(path: string, body: object): Promise<Order> {
    const account = await buildCustomer(api.deps.db, api.url, { credits: CREDITS });
    const { client } = account;
    const prompt = 'a fox';
    const answer = await client.call<{ id: string }>('POST', path, { body: { prompt, ...body } });
    expect(answer.status, answer.text).to.equal(202);
    return { id: answer.body.id, prompt, account, client };
  }

  async function expectFailed(dead: Order, stage: string): Promise<void> {
    const row = await rowOf(dead.id);
    expect(row).to.include({ status: 'failed', refundedCredits: row.credits });
    expect(row.error?.code).to.equal('UNKNOWN');
    expect(row.error?.message).to.match(
      /^The workflow of this generation ended without a result\. /,
    );
    expect(row.timeline.at(-1)).to.deep.include({ stage, resolution: 'stopped', status: null });
    expect(await accounting(api.deps, dead)).to.deep.equal(refunded(dead.id, 'failed'));
  }

  const STAGES: readonly [string, keyof MediaActivities, string, object, string][] = [
    ['an image being analysed', 'analyse', '/v1/images', IMAGE, 'image_generation'],
    ['an image being generated', 'generateImage', '/v1/images', IMAGE, 'image_generation'],
    ['an image being stored', 'keepOutput', '/v1/images', IMAGE, 'storage'],
    [
      'a video during its first frame',
      'generateImage',
      '/v1/videos',
      SHORT_CLIP,
      'image_generation',
    ],
    ['a video being generated', 'generateVideo', '/v1/videos', SHORT_CLIP, 'video_generation'],
    ['a video being stored', 'keepVideo', '/v1/videos', SHORT_CLIP, 'storage'],
  ];
  for (const [name, step, path, body, stage] of STAGES) {
    it(`fails with a refund in one round, while a generation with an open run completes: ${name}`, async () => {
      await start({ wrapMedia: (real) => steps.wrap(api.deps, real) });
      steps.hold(step);
      const dead = await ordered(path, body);
      const alive = await ordered(path, body);
      const both = [dead, alive].map(({ id }) => id);
      await Promise.all(both.map((id) => steps.reached(id)));
      await terminate(dead.id);
      await ageGenerations(api.deps, both);
      const round = await reconcileOnce(api.deps);
      expect(round?.generations.settled).to.be.at.least(1);
      await expectFailed(dead, stage);
      expect(await rowOf(alive.id)).to.include({ status: 'processing', refundedCredits: 0 });

      steps.release();
      await Promise.all(both.map((id) => steps.left(id)));
      expect((await ended(api, alive)).status).to.equal('completed');
      const { credits } = await rowOf(alive.id);
      expect(await accounting(api.deps, alive)).to.deep.equal(paid(alive.id, credits));
      await expectFailed(dead, stage);
      expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
    });
  }

  it('fails with a refund while queued, and a queued generation with an open run counts as seen', async () => {
    await start({ media: false });
    const [dead, alive] = [await order(api, 'a fox'), await order(api, 'an owl')];
    await terminate(dead.id);
    await ageGenerations(api.deps, [dead.id, alive.id]);
    const before = await countStuck(api.deps.db, 'generation', 600);
    expect(before).to.be.at.least(2);
    await reconcileOnce(api.deps);
    await expectFailed(dead, 'queue');
    const row = await rowOf(alive.id);
    expect(row.status).to.equal('queued');
    expect(row.runSeenAt).not.to.equal(null);
    expect(await countStuck(api.deps.db, 'generation', 600)).to.be.at.most(before - 2);
    await alive.client.call('POST', `/v1/generations/${alive.id}/cancel`);
    expect(await accounting(api.deps, alive)).to.deep.equal(refunded(alive.id, 'cancelled'));
  });
});

describe('a terminated generation with a provider order', () => {
  const fal = queuedFake('fal');
  const providers = new Map([['fal', fal]]);
  const api = usePlatform({ change: (deps) => ({ ...deps, providers }), workers: {} });

  it('fails with one refund in three concurrent rounds, and is not ordered again', async () => {
    fal.plan('held');
    const dead = await order(api, 'a fox');
    const noted = () =>
      api.deps.db.query('SELECT ref FROM upstream_order WHERE generation_id = $1', [dead.id]);
    await until('the order is recorded', async () => ((await noted())[0] ?? {}).ref);
    await api.deps.temporal.client.workflow.getHandle(dead.id).terminate('a test');
    await ageGenerations(api.deps, [dead.id]);
    await Promise.all([1, 2, 3].map(() => reconcileOnce(api.deps)));
    expect(await accounting(api.deps, dead)).to.deep.equal(refunded(dead.id, 'failed'));
    await reconcileOnce(api.deps);
    expect(fal.taken).to.have.length(1);
    expect(await noted()).to.have.length(1);
    expect(await accounting(api.deps, dead)).to.deep.equal(refunded(dead.id, 'failed'));
  });
});
