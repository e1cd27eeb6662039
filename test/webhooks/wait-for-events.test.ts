import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { Watch } from '../../domain/durable/watch.js';
import type { EventPage } from '../../domain/webhooks/read-events.js';
import { waitForEvents } from '../../domain/webhooks/wait-for-events.js';
import { EventWaiters } from '../../domain/webhooks/event-waiters.js';

const EMPTY: EventPage = { events: [], cursor: 'here' };

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('waiting for events', () => {
  /** Waits for an event that never arrives. */
  function rig(accountId = 'acc') {
    const [gone, stopping] = [new AbortController(), new AbortController()];
    const signals = [gone.signal, stopping.signal];
    const room = new EventWaiters(2, 1);
    let asked = 0;
    const read = async () => {
      asked += 1;
      return EMPTY;
    };
    const watch = new Watch(async () => new Map<string, { newest: string | null }>());
    const wait = (who = accountId, seconds = 25) =>
      waitForEvents(read, 'here', { seconds, accountId: who, room, watch, ended: signals });
    const listeners = () => signals.flatMap((signal) => getEventListeners(signal, 'abort')).length;
    return { gone, stopping, room, wait, listeners, asked: () => asked };
  }

  for (const who of ['gone', 'stopping'] as const) {
    it(`ends immediately and cleans up if the client disconnects or the process stops: ${who}`, async () => {
      const { room, wait, listeners, asked, ...ends } = rig();
      // mocha starts its timer of this test only after the test function has returned.
      await Promise.resolve();
      const before = timers();
      const waiting = wait();
      while (listeners() === 0) await Promise.resolve();
      expect(room.waiting).to.equal(1);
      expect(timers()).to.be.above(before);
      ends[who].abort();
      expect(await waiting).to.equal(EMPTY);
      expect([asked(), room.waiting, listeners()]).to.deep.equal([1, 0, 0]);
      expect(timers()).to.equal(before);
    });
  }

  it('does not begin if the client has already disconnected', async () => {
    const { gone, room, wait, asked } = rig();
    gone.abort();
    expect(await wait()).to.equal(EMPTY);
    expect([asked(), room.waiting]).to.deep.equal([1, 0]);
  });

  it('is limited per account and per process, unlike requests that do not wait', async () => {
    const { gone, wait, room } = rig();
    const waiting = [wait('a')];
    await expectRefused(wait('a'), 'RATE_LIMITED');
    waiting.push(wait('b'));
    await expectRefused(wait('c'), 'UNAVAILABLE');
    expect(await wait('a', 0)).to.equal(EMPTY);
    gone.abort();
    await Promise.all(waiting);
    expect(room.waiting).to.equal(0);
  });

  async function expectRefused(wait: Promise<unknown>, code: string): Promise<void> {
    const error = await wait.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.include({ code });
  }
});
