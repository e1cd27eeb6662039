import { expect } from 'chai';
import { PublishKills, type Killed } from './kill-publish.js';

const ALL_MS = 600_000;

/** One round here; `npm run bench:publish-kills` makes as many as it is told. */
describe('kill -9 of the workers of a post, before, during and after the request that publishes', function () {
  this.timeout(ALL_MS);
  let kills: PublishKills;
  before(async () => {
    kills = await PublishKills.start();
  });
  after(() => kills?.stop());

  it('0 double, 0 lost, every credit where it belongs', async () => {
    const results = await kills.round('twitter');
    const sound = ({ point, platform }: Killed): Killed => ({
      point,
      platform,
      signal: 'SIGKILL',
      status: 'published',
      double: 0,
      lost: 0,
      wrongCredits: 0,
    });
    expect(results).to.deep.equal(results.map(sound));
    expect(await kills.violations()).to.deep.equal([]);
  });
});
