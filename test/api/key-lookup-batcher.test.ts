import { expect } from 'chai';
import type { ExtraQuery } from '../../domain/accounts/find-callers.js';
import { KeyLookupBatcher } from '../../api/middleware/key-lookup-batcher.js';
import { failureOf } from '../support/failure.js';

const HASH = Buffer.alloc(32, 7);
const OTHER: ExtraQuery = { name: 'other', sql: 'SELECT 1' };
const THIS: ExtraQuery = { name: 'this', sql: 'SELECT 2' };

/** Creates a database whose statements run until the test releases them, the oldest first. */
function rig() {
  const groups: string[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const batches = new KeyLookupBatcher((prefetch) => async (asked) => {
    groups.push(`${prefetch?.name ?? ''}: ${asked.map(({ about }) => about).join(' ')}`);
    await new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    return asked.map(() => null);
  });
  const settle = () => new Promise(setImmediate);
  return {
    groups,
    settle,
    ask: (about: string, prefetch = THIS) => batches.find(HASH, { query: prefetch, about }),
    /** Ends the oldest statement. Returns when the next statement has begun. */
    end: async (error?: Error): Promise<void> => {
      const oldest = ends.shift();
      if (error) oldest?.reject(error);
      else oldest?.resolve();
      await settle();
      await settle();
    },
  };
}

describe('batches of API key lookups', () => {
  it('start immediately while the database is free, combining simultaneous requests', async () => {
    const { groups, ask, settle, end } = rig();
    const answers = [ask('a'), ask('b')];
    await settle();
    expect(groups).to.deep.equal(['this: a b']);
    answers.push(ask('c'));
    await settle();
    expect(groups).to.deep.equal(['this: a b', 'this: c']);
    await end();
    await end();
    expect(await Promise.all(answers)).to.deep.equal([null, null, null]);
  });

  it('wait while two batches are in flight, then run together with one statement per kind of lookup', async () => {
    const { groups, ask, settle, end } = rig();
    for (const about of ['a', 'b']) {
      void ask(about);
      await settle();
    }
    for (const about of ['c', 'd']) void ask(about);
    void ask('x', OTHER);
    void ask('e');
    await settle();
    expect(groups).to.have.length(2);
    await end();
    expect(groups.slice(2)).to.deep.equal(['this: c d e']);
    await end();
    expect(groups.slice(3)).to.deep.equal(['other: x']);
    await end();
    await end();
    // No batch is in flight, so the next lookup does not wait.
    void ask('f');
    await settle();
    expect(groups.slice(4)).to.deep.equal(['this: f']);
  });

  it('include requests that arrive while the previous batch is returning its results', async () => {
    const { groups, ask, settle, end } = rig();
    const first = ask('a');
    await settle();
    void ask('b');
    await settle();
    void ask('c');
    const ended = end();
    await first;
    void ask('d');
    await ended;
    expect(groups.slice(2)).to.deep.equal(['this: c d']);
    await end();
    await end();
  });

  it('contain at most 32 keys per statement', async () => {
    const { groups, ask, settle, end } = rig();
    for (let at = 0; at < 100; at += 1) void ask(String(at));
    await settle();
    for (let left = 0; left < 4; left += 1) await end();
    const sizes = groups.map((group) => group.split(' ').length - 1);
    expect(sizes).to.deep.equal([32, 32, 32, 4]);
  });

  it('affect only their own requests if they fail, and later lookups continue', async () => {
    const { groups, ask, settle, end } = rig();
    const failing = [ask('a'), ask('b')].map((answer) => failureOf(answer));
    await settle();
    const fine = ask('c');
    await settle();
    const later = ask('d');
    await end(new Error('the connection is gone'));
    for (const failure of failing) expect(await failure).to.match(/connection is gone/);
    await end();
    await end();
    expect([await fine, await later]).to.deep.equal([null, null]);
    expect(groups).to.have.length(3);
  });
});
