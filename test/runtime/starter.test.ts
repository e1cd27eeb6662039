import { expect } from 'chai';
import { StartQueue } from '../../runtime/starter.js';
import { until } from '../support/until.js';

/** Creates fake starts. They record when they begin, and end when the test calls `end`. */
function starts() {
  const begun: string[] = [];
  const forgotten: string[][] = [];
  const open: ((isStarted: boolean) => void)[] = [];
  const work = (id: string) => ({
    id,
    begin() {
      begun.push(id);
      return new Promise<boolean>((resolve) => open.push(resolve));
    },
    async forget(ids: readonly string[]) {
      forgotten.push([...ids]);
    },
  });
  const end = (isStarted = true) => open.splice(0).forEach((resolve) => resolve(isStarted));
  return { begun, forgotten, work, end };
}

/** Ends every start until the queue is empty. */
async function drainAll(queue: StartQueue, end: () => void): Promise<void> {
  let isDrained = false;
  const drained = queue.drain().then(() => (isDrained = true));
  await until('the queue is drained', async () => {
    end();
    return isDrained;
  });
  await drained;
}

/** Interval of deletions, so long that only the drain deletes rows. */
const HOUR_MS = 3_600_000;

const names = (count: number) => Array.from({ length: count }, (_, n) => `gen_${n}`);

describe('StartQueue', () => {
  it('starts 4 at a time after the response is sent, and deletes many rows in one statement', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue({ forgetEveryMs: HOUR_MS });
    for (const id of names(6)) expect(queue.take(work(id))).to.equal(true);
    expect(begun).to.deep.equal([]);
    await until('the first starts have begun', async () => begun.length > 0);
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(names(4));
    await drainAll(queue, end);
    expect(begun).to.deep.equal(names(6));
    expect(forgotten).to.deep.equal([names(6)]);
    expect(queue.take(work('gen_later'))).to.equal(true);
    await until('the next start has begun', async () => begun.length === 7);
    await drainAll(queue, end);
    expect(forgotten).to.deep.equal([names(6), ['gen_later']]);
  });

  it('queues at most 16 starts, and the relay starts all further workflows', async () => {
    const { begun, work, end } = starts();
    const queue = new StartQueue({ forgetEveryMs: HOUR_MS });
    for (const id of names(4)) queue.take(work(id));
    await until('the first starts have begun', async () => begun.length === 4);
    const taken = names(20).map((id) => queue.take(work(`${id}_next`)));
    expect(taken.filter(Boolean)).to.have.length(16);
    expect(taken.slice(16)).to.deep.equal([false, false, false, false]);
    await drainAll(queue, end);
    expect(begun).to.have.length(20);
  });

  it('skips a start that the relay may have taken in the meantime', async () => {
    const { begun, forgotten, work, end } = starts();
    let now = 0;
    const queue = new StartQueue({ forgetEveryMs: HOUR_MS, now: () => now });
    for (const id of names(6)) queue.take(work(id));
    await until('the first starts have begun', async () => begun.length === 4);
    now = 3_000;
    queue.take(work('gen_new'));
    await drainAll(queue, end);
    expect(begun).to.deep.equal([...names(4), 'gen_new']);
    expect(forgotten.flat()).to.deep.equal(begun);
  });

  it('keeps the row of a failed start for the relay', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue();
    queue.take(work('gen_0'));
    await drainAll(queue, () => end(false));
    expect(begun).to.deep.equal(['gen_0']);
    expect(forgotten).to.deep.equal([]);
  });

  it('drops its queue when the process ends, and waits for starts in flight', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue();
    for (const id of names(9)) queue.take(work(id));
    await until('the first starts have begun', async () => begun.length > 0);
    const drained = queue.drain(0);
    await until('the queue is dropped', async () => {
      end();
      return forgotten.length > 0;
    });
    await drained;
    expect(begun.length).to.be.lessThan(9);
    expect(forgotten.flat()).to.deep.equal(begun);
    expect(queue.take(work('gen_next'))).to.equal(true);
    await until('the next start has begun', async () => begun.includes('gen_next'));
    await drainAll(queue, end);
  });
});
