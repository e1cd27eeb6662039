import { expect } from 'chai';
import { outcomeUnknown } from './publish-platform.js';
import { CREDITS, makePost, moneyOf, standOf } from './publish-rig.js';
import { skippingSuite } from './publish-skipping.js';

/*
 * Tests late results of a post. Once a run has left a child run behind, the time-skipping server
 * skips no more waits, so each of these tests has its own server.
 */

describe('a post with an unknown outcome', () => {
  const suite = skippingSuite();

  it('fails with a refund, and is found later without a charge or an event', async () => {
    await suite.start();
    const unknown = () => Promise.reject(outcomeUnknown());
    const instagram = suite.stage().on('instagram');
    instagram.commits.push(async (_job, real) => {
      await real();
      throw outcomeUnknown();
    });
    instagram.polls.push(...Array.from({ length: 60 }, () => unknown));
    const post = await makePost(suite.api.deps, { from: await suite.now() });
    expect(await suite.closed(post.id)).to.equal('FAILED OUTCOME_UNKNOWN');
    const money = await moneyOf(suite.api.deps, post);
    expect(money).to.include({ balance: CREDITS, settled: 0 });
    instagram.polls.length = 0;
    expect(await suite.closed(`${post.id}-instagram`)).to.equal('COMPLETED true');
    expect(await standOf(suite.api.deps, post)).to.deep.equal({
      status: 'published',
      refunded: 1,
      instagram: 'published',
    });
    expect(await moneyOf(suite.api.deps, post)).to.deep.equal(money);
    expect(instagram.count(post.id)).to.equal(1);
  });
});

describe('a post whose URL arrives late', () => {
  const suite = skippingSuite();

  it('shows a URL that a separate run finds a day later', async () => {
    await suite.start();
    const tiktok = suite.stage().on('tiktok');
    tiktok.urlMisses = 30;
    tiktok.commits.push(async (_job, real) => ({ ...(await real()), url: null }) as never);
    const post = await makePost(suite.api.deps, {
      platforms: ['tiktok'],
      from: await suite.now(),
    });
    expect(await suite.closed(post.id)).to.equal('COMPLETED published');
    expect(await suite.closed(`${post.id}-tiktok`)).to.equal('COMPLETED true');
    const [row]: { url: string }[] = await suite.api.deps.db.query(
      'SELECT url FROM social_publication WHERE post_id = $1',
      [post.id],
    );
    expect(row?.url).to.equal('https://tiktok.test/found');
  });
});
