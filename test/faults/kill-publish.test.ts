import { expect } from 'chai';
import { PublishKills, type Blow } from './kill-publish.js';

const ALL_MS = 600_000;

/** One round on one platform here; `npm run bench:publish-kills` makes as many as it is told. */
describe('a post whose workers are killed and whose answers are lost, around the commit', function () {
  this.timeout(ALL_MS);
  let kills: PublishKills;
  before(async () => {
    kills = await PublishKills.start();
  });
  after(() => kills?.stop());

  it('0 double, 0 lost, every credit where it belongs, one event each', async () => {
    const blows = await kills.round('threads');
    const sound = ({ what, platform }: Blow): Blow => ({
      what,
      platform,
      struck: true,
      status: 'published',
      double: 0,
      lost: 0,
      wrongCredits: 0,
      wrongEvents: 0,
    });
    expect(blows).to.deep.equal(blows.map(sound));
    expect(await kills.violations()).to.deep.equal([]);
  });
});
