import { expect } from 'chai';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { clearText, closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { lostAnswer, lostRequest, refused } from './publish-platform.js';
import { CREDITS, makePost, moneyOf, PublishStage, standOf, TOKEN } from './publish-rig.js';

describe('publishPost, made at once', () => {
  const rig = replayRig();
  const api = usePlatform({ change: rig.watch });
  const startSome = workersOfEachTest(api);
  let stage = new PublishStage();
  beforeEach(() => {
    stage = new PublishStage();
  });
  const start = () => startSome({ publish: stage.publish(api.deps) });
  const closed = (id: string) => closingOf(api.deps, id);

  afterEach('the ledger is clean', async () => {
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
  });

  it('one platform: published, charged, told once, in a small history without contents', async () => {
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
    for (const text of ['secret caption', TOKEN, 'https://instagram.test']) {
      expect(clear).not.to.include(text);
    }
  });

  it('five at once and one refuses: the others are out, and its credit is returned', async () => {
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

  it('a lost answer is read from the platform: published once', async () => {
    await start();
    stage.on('instagram').commits.push(lostAnswer);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(stage.on('instagram').calls).to.deep.equal(['draft', 'commit', 'reconcile']);
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });

  it('a lost request is sent again only after the platform has said that there is nothing', async () => {
    await start();
    stage.on('instagram').commits.push(lostRequest);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    const calls = ['draft', 'commit', 'reconcile', 'commit'];
    expect(stage.on('instagram').calls).to.deep.equal(calls);
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });

  it('two lost requests are the most: it fails and is refunded', async () => {
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

  it('a token that is refused twice ends in ACCOUNT_NEEDS_LOGIN', async () => {
    await start();
    const no = () => Promise.reject(refused('unauthorized', 'ACCOUNT_NEEDS_LOGIN'));
    stage.on('instagram').drafts.push(no, no);
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('FAILED ACCOUNT_NEEDS_LOGIN');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS });
  });

  it('a draft that is spoilt is made anew, without what was remembered of it', async () => {
    await start();
    const seen: unknown[] = [];
    stage.on('instagram').drafts.push(
      async (job) => {
        await job.keep({ container: '1' });
        throw refused('new_draft', 'PLATFORM_UNAVAILABLE');
      },
      (job, real) => {
        seen.push(job.refs);
        return real();
      },
    );
    const post = await makePost(api.deps);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(seen).to.deep.equal([{}]);
  });

  it('posts to one account are committed one after the other', async () => {
    await start();
    const slow = async (_job: unknown, real: () => Promise<never>) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return real();
    };
    stage.on('instagram').commits.push(...Array.from({ length: 3 }, () => slow as never));
    const first = await makePost(api.deps);
    const others = await Promise.all([
      makePost(api.deps, { like: first }),
      makePost(api.deps, { like: first }),
    ]);
    for (const { id } of [first, ...others]) {
      expect(await closed(id)).to.equal('COMPLETED published');
    }
    expect(stage.on('instagram').atOnce.most).to.equal(1);
  });
});
