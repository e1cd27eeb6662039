import { expect } from 'chai';
import { PUBLISH_CHECKPOINTS } from '../../domain/ports/checkpoint.js';
import { PublishKills, type Blow } from './kill-publish.js';

const ALL_MS = 600_000;

/** Runs one round on one platform. `npm run bench:publish-kills` runs any number of rounds. */
describe('killed workers and lost responses while a post is published', function () {
  this.timeout(ALL_MS);
  let kills: PublishKills;
  before(async () => {
    kills = await PublishKills.start();
  });
  after(() => kills?.stop());

  it('neither lose nor duplicate a post, a charge or an event', async () => {
    const blows = await kills.round({ platform: 'threads', media: 'picture' });
    const sound = ({ what }: Blow): Blow => ({
      what,
      struck: true,
      status: 'published',
      double: 0,
      lost: 0,
      unseen: 0,
      wrongCredits: 0,
      wrongEvents: 0,
    });
    expect(blows.map(({ what }) => what)).to.include.members([...PUBLISH_CHECKPOINTS]);
    expect(blows).to.deep.equal(blows.map(sound));
    expect(await kills.violations()).to.deep.equal([]);
  });
});
