import { expect } from 'chai';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { commitPublication } from '../../domain/social/publish/commit-publication.js';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import type { PublishJob } from '../../domain/ports/social-platform.js';
import { TOKENS } from '../social/connected.js';
import { clearText, closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { lostAnswer, lostRequest, refused } from './publish-platform.js';
import { CREDITS, makePost, moneyOf, PublishStage, standOf } from './publish-rig.js';

describe('publishPost without a schedule', () => {
  const rig = replayRig();
  const api = usePlatform({ change: rig.watch });
  const startSome = workersOfEachTest(api);
  let stage = new PublishStage();
  beforeEach(() => {
    stage = new PublishStage();
  });
  const start = () => startSome({ platforms: stage.platforms });
  const closed = (id: string) => closingOf(api.deps, id);

  afterEach('the ledger is clean', async () => {
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
  });

  it('publishes, charges and notifies once, with a short history that does not contain the text', async () => {
    await start();
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(await standOf(api.deps, post)).to.deep.equal({
      status: 'published',
      refunded: 0,
      instagram: 'published',
    });
    expect(await moneyOf(api.deps, post)).to.deep.equal({
      balance: CREDITS - 1,
      held: 0,
      hold: 'settled',
      settled: 1,
      events: ['social_post.published'],
    });
    const events = await eventsOf(api.deps.temporal.client, post.id);
    console.log(`      a post on one platform: ${events.length} events`);
    expect(events.length).to.be.at.most(32);
    expect(typesOf(events)).not.to.include('WORKFLOW_TASK_FAILED');
    const clear = clearText(events);
    for (const text of ['secret caption', TOKENS.accessToken, 'https://instagram.test']) {
      expect(clear).not.to.include(text);
    }
  });

  it('publishes on four of five platforms if one refuses, and refunds its credit', async () => {
    await start();
    stage.on('tiktok').commits.push(() => Promise.reject(refused('permanent', 'MEDIA_REFUSED')));
    const post = await makePost(api.deps, { platforms: PLATFORMS });
    expect(await closed(post.id)).to.equal('COMPLETED partial');
    expect(await standOf(api.deps, post)).to.deep.equal({
      status: 'partial',
      refunded: 1,
      instagram: 'published',
      tiktok: 'failed MEDIA_REFUSED',
      youtube: 'published',
      threads: 'published',
      twitter: 'published',
    });
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS - 4, settled: 4 });
  });

  it('checks the platform after a lost response, and publishes only once', async () => {
    await start();
    stage.on('instagram').commits.push(lostAnswer);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(stage.on('instagram').calls).to.deep.equal(['draft', 'commit', 'reconcile']);
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });

  it('sends a lost request again only if the platform reports that nothing was published', async () => {
    await start();
    stage.on('instagram').commits.push(lostRequest);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    const calls = ['draft', 'commit', 'reconcile', 'commit'];
    expect(stage.on('instagram').calls).to.deep.equal(calls);
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });

  it('prepares a new draft before the second commit if the platform would refuse the old one', async () => {
    await start();
    const containers: unknown[] = [];
    const draftOf = (container: string) => async (job: PublishJob) => {
      containers.push({ container: job.refs['container'], items: job.items.length });
      await job.keep({ draft: job.postId, container });
      return { state: 'ready' } as const;
    };
    stage.on('threads').drafts.push(draftOf('one'), draftOf('two'));
    stage.on('threads').commits.push(lostRequest, (job, real) => {
      containers.push({ container: job.refs['container'], items: job.items.length });
      return real();
    });
    stage.on('threads').polls.push(async () => ({ state: 'not_published', draftAgain: true }));
    const post = await makePost(api.deps, { platforms: ['threads'] });
    expect(await closed(post.id)).to.equal('COMPLETED published');
    const calls = ['draft', 'commit', 'reconcile', 'draft', 'commit'];
    expect(stage.on('threads').calls).to.deep.equal(calls);
    expect(containers, 'the refs of the first draft are deleted').to.deep.equal([
      { container: undefined, items: 1 },
      { container: undefined, items: 1 },
      { container: 'two', items: 1 },
    ]);
    expect(stage.on('threads').count(post.id)).to.equal(1);
  });

  it('fails with a refund after two lost requests', async () => {
    await start();
    stage.on('instagram').commits.push(lostRequest, lostRequest);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('FAILED PLATFORM_REFUSED');
    expect(stage.on('instagram').calls.filter((call) => call === 'commit')).to.have.length(2);
    expect(await moneyOf(api.deps, post)).to.deep.equal({
      balance: CREDITS,
      held: 0,
      hold: 'released',
      settled: 0,
      events: ['social_post.failed'],
    });
  });

  it('ends as ACCOUNT_NEEDS_LOGIN if a token is rejected twice', async () => {
    await start();
    const no = () => Promise.reject(refused('unauthorized', 'ACCOUNT_NEEDS_LOGIN'));
    stage.on('instagram').drafts.push(no, no);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('FAILED ACCOUNT_NEEDS_LOGIN');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS });
  });

  it('replaces an unusable draft, and deletes its refs', async () => {
    await start();
    const seen: unknown[] = [];
    stage.on('instagram').drafts.push(
      async (job) => {
        await job.keep({ container: '1' });
        throw refused('new_draft', 'PLATFORM_UNAVAILABLE');
      },
      (job, real) => {
        seen.push(job.refs, job.items.length);
        return real();
      },
    );
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(seen, 'without refs, and with the picture again').to.deep.equal([{}, 1]);
  });

  it('commits posts of the same account one after the other', async () => {
    await start();
    const held = Promise.withResolvers<void>();
    stage.on('instagram').commits.push(async (_job, real) => {
      await held.promise;
      return real();
    });
    const first = await makePost(api.deps);
    await until('the first commit has begun', async () =>
      stage.on('instagram').calls.includes('commit'),
    );
    const second = await makePost(api.deps, { like: first });
    await until('the second post waits for the first one', async () =>
      typesOf(await eventsOf(api.deps.temporal.client, second.id)).includes('TIMER_STARTED'),
    );
    expect(stage.on('instagram').calls).to.deep.equal(['draft', 'commit', 'draft']);
    held.resolve();
    for (const { id } of [first, second]) expect(await closed(id)).to.equal('COMPLETED published');
    expect(stage.on('instagram').concurrent.most).to.equal(1);
  });

  it("shows other platforms' results while one platform is slow", async () => {
    await start();
    const held = Promise.withResolvers<void>();
    stage.on('tiktok').commits.push(async (_job, real) => {
      await held.promise;
      return real();
    });
    const post = await makePost(api.deps, { platforms: ['tiktok', 'twitter'] });
    await until('the slow platform has begun and the fast one is published', async () => {
      const stand = await standOf(api.deps, post);
      return stand.tiktok === 'armed' && stand.twitter === 'published';
    });
    expect(await standOf(api.deps, post)).to.deep.equal({
      status: 'scheduled',
      refunded: 0,
      tiktok: 'armed',
      twitter: 'published',
    });
    held.resolve();
    expect(await closed(post.id)).to.equal('COMPLETED published');
  });

  it('checks the platform first if the publication is already armed', async () => {
    await start();
    const post = await makePost(api.deps, { unstarted: true });
    await api.deps.db.query(
      `UPDATE social_publication SET state = 'armed', attempt_no = 1, sent_no = 1,
         refs = jsonb_build_object('draft', post_id), armed_at = now() WHERE post_id = $1`,
      [post.id],
    );
    await api.deps.startWorkflow(post.job);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(stage.on('instagram').calls).to.deep.equal(['reconcile', 'commit']);
  });

  it('sends only one request per arming, even if the commit is called again', async () => {
    await start();
    const post = await makePost(api.deps, { unstarted: true });
    const { id: postId } = post;
    const ref = { postId, platform: 'instagram' } as const;
    await api.deps.db.query(
      `UPDATE social_publication SET state = 'armed', attempt_no = 1, armed_at = now(),
         refs = jsonb_build_object('draft', post_id) WHERE post_id = $1`,
      [postId],
    );
    const deps = { ...api.deps, platforms: stage.platforms };
    const steps = await Promise.all(
      Array.from({ length: 8 }, () => commitPublication(deps, { ...ref, attempt: 1 })),
    );
    const sent = steps.filter(({ state }) => state === 'published');
    expect(sent).to.have.length(1);
    expect(stage.on('instagram').count(postId)).to.equal(1);
    await api.deps.startWorkflow(post.job);
    expect(await closed(postId)).to.equal('COMPLETED published');
    expect(stage.on('instagram').count(postId)).to.equal(1);
  });
});
