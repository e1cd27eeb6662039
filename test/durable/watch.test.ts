import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { Watch } from '../../domain/durable/watch.js';

const ENDLESS = { seconds: 60, ended: [] };
const seeAll = (ids: readonly string[], value: string) =>
  new Map(ids.map((id) => [id, `${value} ${id}`]));
const always = () => true;

describe('Watch', () => {
  it('shares one query among all waiting callers', async () => {
    const polls: string[][] = [];
    const watch = new Watch(async (ids) => {
      polls.push([...ids]);
      return seeAll(ids, `${polls.length}`);
    });
    const wait = () =>
      Promise.all(
        ['a', 'b', 'a', 'c', 'a'].map((key) => watch.wait({ ...ENDLESS, key, until: always })),
      );
    const heard = [await wait(), await wait()];
    expect(polls).to.deep.equal([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(heard).to.deep.equal([
      ['1 a', '1 b', '1 a', '1 c', '1 a'],
      ['2 a', '2 b', '2 a', '2 c', '2 a'],
    ]);
  });

  it('keeps waiting while the database is down', async () => {
    let polls = 0;
    const watch = new Watch(async (ids) => {
      polls += 1;
      if (polls === 1) throw new Error('away');
      return seeAll(ids, `${polls}`);
    });
    expect(await watch.wait({ ...ENDLESS, key: 'a', until: always })).to.equal('2 a');
  });

  it('waits for the next query if a caller joins while a query for another object is running', async () => {
    const polls: string[][] = [];
    const late: Promise<string | null>[] = [];
    const watch = new Watch(async (ids) => {
      polls.push([...ids]);
      if (polls.length === 1) late.push(watch.wait({ ...ENDLESS, key: 'b', until: always }));
      return seeAll(ids, `${polls.length}`);
    });
    expect(await watch.wait({ ...ENDLESS, key: 'a', until: always })).to.equal('1 a');
    expect(await late[0]).to.equal('2 b');
    expect(polls).to.deep.equal([['a'], ['b']]);
  });

  it('checks the condition of each caller after each query, and reports a missing object as undefined', async () => {
    const answers = [new Map([['a', 1]]), new Map([['a', 2]]), new Map()];
    const watch = new Watch<number>(async () => answers.shift() ?? new Map());
    const heard: (number | undefined)[] = [];
    const until = (seen: number | undefined) => {
      heard.push(seen);
      return seen === undefined;
    };
    expect(await watch.wait({ ...ENDLESS, key: 'a', until })).to.equal(null);
    expect(heard).to.deep.equal([1, 2, undefined]);
  });

  it('ends immediately on abort, and stops querying for that caller', async () => {
    let polls = 0;
    const watch = new Watch(async (ids) => {
      polls += 1;
      return seeAll(ids, '');
    });
    const caller = new AbortController();
    const left = watch.wait({ ...ENDLESS, ended: [caller.signal], key: 'a', until: always });
    expect(getEventListeners(caller.signal, 'abort')).to.have.length(1);
    caller.abort();
    expect(await left).to.equal(null);
    expect(getEventListeners(caller.signal, 'abort')).to.have.length(0);
    expect(await watch.wait({ ...ENDLESS, key: 'b', until: always })).to.equal(' b');
    expect(polls).to.equal(1);
  });

  it('ends at its timeout', async () => {
    const watch = new Watch(async (ids) => seeAll(ids, ''));
    const seen = await watch.wait({ ...ENDLESS, seconds: 0.01, key: 'a', until: () => false });
    expect(seen).to.equal(null);
  });

  it('polls objects less often if their queries are slow, so that polls use a tenth of a connection', async () => {
    const began: number[] = [];
    const watch = new Watch(async (ids) => {
      began.push(performance.now());
      while (performance.now() < (began[0] ?? 0) + 40);
      return seeAll(ids, '');
    }, 1);
    await watch.wait({ ...ENDLESS, key: 'a', until: () => began.length === 2 });
    const [first = 0, second = 0] = began;
    expect(second - first).to.be.above(400);
  });
});
