import { expect } from 'chai';
import { AccountWatch, type AccountNews } from '../../domain/generations/watch-accounts.js';

const newsOf = (newest: string): AccountNews => ({ newest, open: [] });
const seeAll = (ids: readonly string[], newest: string) =>
  new Map(ids.map((id) => [id, newsOf(`${newest} ${id}`)]));

describe('AccountWatch', () => {
  it('shares one query among all followers', async () => {
    const polls: string[][] = [];
    const watch = new AccountWatch(async (ids) => {
      polls.push([...ids]);
      return seeAll(ids, `${polls.length}`);
    });
    const follow = () =>
      Promise.all(['a', 'b', 'a', 'c', 'a'].map((id) => watch.waitForNews(id, [])));
    const heard = [await follow(), await follow()];
    expect(polls).to.deep.equal([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(heard.map((round) => round.map((news) => news?.newest))).to.deep.equal([
      ['1 a', '1 b', '1 a', '1 c', '1 a'],
      ['2 a', '2 b', '2 a', '2 c', '2 a'],
    ]);
  });

  it('keeps waiting while the database is down', async () => {
    let pollCount = 0;
    const watch = new AccountWatch(async (ids) => {
      pollCount += 1;
      if (pollCount === 1) throw new Error('away');
      return seeAll(ids, `${pollCount}`);
    });
    expect(await watch.waitForNews('a', [])).to.deep.equal(newsOf('2 a'));
  });

  it('waits for the next query if a follower joins while another account is queried', async () => {
    const polled: string[][] = [];
    const late: Promise<AccountNews | null>[] = [];
    const watch = new AccountWatch(async (ids) => {
      polled.push([...ids]);
      if (polled.length === 1) late.push(watch.waitForNews('b', []));
      return seeAll(ids, `${polled.length}`);
    });
    expect(await watch.waitForNews('a', [])).to.deep.equal(newsOf('1 a'));
    expect(await late[0]).to.deep.equal(newsOf('2 b'));
    expect(polled).to.deep.equal([['a'], ['b']]);
  });

  it('ends immediately on abort, and stops querying for that caller', async () => {
    let pollsSoFar = 0;
    const watch = new AccountWatch(async (ids) => {
      pollsSoFar += 1;
      return seeAll(ids, '');
    });
    const caller = new AbortController();
    const left = watch.waitForNews('a', [caller.signal]);
    caller.abort();
    expect(await left).to.equal(null);
    expect(await watch.waitForNews('b', [])).to.deep.equal(newsOf(' b'));
    expect(pollsSoFar).to.equal(1);
  });
});
