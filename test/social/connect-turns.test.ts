import { expect } from 'chai';
import { registerSuite } from '../api/suite.js';
import { WatchedTurns } from '../support/watched-turns.js';
import { Browser, ConnectSuite } from './connect-rig.js';

describe('the connect pages', () => {
  const turns = new WatchedTurns();
  const suite: ConnectSuite = registerSuite(new ConnectSuite(), {
    change(deps) {
      turns.watch(deps.db);
      const { platforms, kept } = suite;
      return { ...deps, platforms, log: kept.log, strangers: turns, accountTurns: turns };
    },
  });

  it('use the database only through their queue, from opening the link to the second callback', async () => {
    const owner = await suite.owner();
    const link = await suite.link(owner);
    const browser = new Browser();
    const ends: (string | null)[] = [];
    const outside = await turns.countOutside(async () => {
      const address = await suite.goOn(browser, link);
      const back = suite.callback(address, { code: suite.platform('twitter').allow(address) });
      for (let nth = 0; nth < 2; nth += 1) {
        ends.push((await browser.go(back)).headers.get('location'));
      }
    });
    expect(ends[0]).to.include('status=connected');
    expect(ends[1]).to.equal(ends[0]);
    expect(outside).to.equal(0);
    // The account of the link pays the fee, so its rows are changed in a queue slot of that
    // account.
    expect(new Set(turns.owners.slice(-5))).to.deep.equal(new Set(['127.0.0.1', owner.accountId]));
  });

  it('use only their queue even if the owner denies access or the platform is removed', async () => {
    const owner = await suite.owner();
    const [refused, gone] = [await suite.link(owner), await suite.link(owner, 'threads')];
    const browser = new Browser();
    const press = await browser.open(gone.url);
    suite.platforms.delete('threads');
    const seen: unknown[] = [];
    const outside = await turns.countOutside(async () => {
      const address = await suite.goOn(browser, refused);
      const back = suite.callback(address, { error: 'access_denied' });
      seen.push((await browser.go(back)).headers.get('location'));
      seen.push((await press()).status);
    });
    expect(seen[0]).to.include('status=denied');
    expect(seen[1]).to.equal(410);
    expect(outside).to.equal(0);
  });
});
