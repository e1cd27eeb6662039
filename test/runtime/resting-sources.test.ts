import { expect } from 'chai';
import { recordHealth, sortByHealth } from '../../domain/generations/provider-health.js';
import { SharedRestingSources } from '../../runtime/resting-sources.js';
import { activityBench } from '../activities/bench.js';

const TIRED = { provider: 'tired', upstreamModel: 'of-resting-sources' };
const FRESH = { provider: 'fresh', upstreamModel: 'of-resting-sources' };

describe('sources that rest', () => {
  const bench = activityBench();
  const rest = async () => {
    for (let failures = 0; failures < 3; failures += 1) await recordHealth(bench.db, TIRED, false);
  };
  beforeEach(() => recordHealth(bench.db, TIRED, true));

  it('are asked last, and one alone is asked all the same', async () => {
    await rest();
    const resting = new SharedRestingSources(bench.db);
    expect(await sortByHealth(resting, [TIRED, FRESH])).to.deep.equal([FRESH, TIRED]);
    expect(await sortByHealth(resting, [TIRED])).to.deep.equal([TIRED]);
  });

  it('are read once for the requests of half a second, then again', async () => {
    let now = 0;
    const resting = new SharedRestingSources(bench.db, () => now);
    await resting.read();
    await rest();
    now = 499;
    expect(await sortByHealth(resting, [TIRED, FRESH])).to.deep.equal([TIRED, FRESH]);
    now = 500;
    expect(await sortByHealth(resting, [TIRED, FRESH])).to.deep.equal([FRESH, TIRED]);
  });

  it('are read again by the next request when a look failed', async () => {
    let fails = true;
    const db = {
      query: (text: string) => (fails ? Promise.reject(new Error('away')) : bench.db.query(text)),
    };
    const resting = new SharedRestingSources(db, () => 0);
    await resting.read().then(
      () => expect.fail('the look succeeded'),
      () => undefined,
    );
    fails = false;
    expect((await resting.read()).size).to.be.at.least(0);
  });
});
