import { expect } from 'chai';
import { FIRST_PACE, nextPace, type StartPace } from '../../runtime/start-pace.js';
import { StartQueue } from '../../runtime/starter.js';
import { until } from '../support/until.js';

/** Starts that tell when they are begun, and end when they are let. */
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

/** Lets every start end until nothing waits any more. */
async function drainAll(queue: StartQueue, end: () => void): Promise<void> {
  let isDrained = false;
  const drained = queue.drain().then(() => (isDrained = true));
  await until('the starter to end', async () => {
    end();
    return isDrained;
  });
  await drained;
}

/** Rows are forgotten at the end alone. */
const HOUR_MS = 3_600_000;

const names = (count: number) => Array.from({ length: count }, (_, n) => `gen_${n}`);

describe('the starter beside the API', () => {
  it('begins once the answer is out, one first, and forgets many rows in one statement', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue(256, HOUR_MS);
    for (const id of names(3)) expect(queue.take(work(id))).to.equal(true);
    expect(begun).to.deep.equal([]);
    await until('the first round', async () => begun.length > 0);
    expect(begun).to.deep.equal(['gen_0']);
    await drainAll(queue, end);
    expect(begun).to.deep.equal(names(3));
    expect(forgotten).to.deep.equal([names(3)]);
    expect(queue.take(work('gen_later'))).to.equal(true);
    await until('the next round', async () => begun.length === 4);
    await drainAll(queue, end);
    expect(forgotten).to.deep.equal([names(3), ['gen_later']]);
  });

  it('rests after a round in which requests came, and never when nobody waits for an answer', async () => {
    const { begun, work, end } = starts();
    let rests = 0;
    const queue = new StartQueue(256, HOUR_MS, async () => {
      rests += 1;
    });
    const [first = '', ...others] = names(4);
    queue.take(work(first));
    await until('the first round', async () => begun.length === 1);
    for (const id of others) queue.take(work(id));
    end();
    await until('the second round', async () => begun.length > 1);
    expect(rests).to.equal(1);
    await drainAll(queue, end);
    expect(rests).to.equal(1);
  });

  it('leaves to the relay what has no room, and the row of what failed', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue(2);
    const taken = names(3).map((id) => queue.take(work(id)));
    expect(taken).to.deep.equal([true, true, false]);
    await drainAll(queue, () => end(false));
    expect(begun).to.deep.equal(['gen_0', 'gen_1']);
    expect(forgotten).to.deep.equal([]);
  });

  it('gives up what still waits when the process ends, and waits for what is under way', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue();
    for (const id of names(5)) queue.take(work(id));
    await until('the first round', async () => begun.length > 0);
    const drained = queue.drain(0);
    await until('what waits to be given up', async () => {
      end();
      return forgotten.length > 0;
    });
    await drained;
    expect(begun.length).to.be.lessThan(5);
    expect(forgotten.flat()).to.deep.equal(begun);
    expect(queue.take(work('gen_next'))).to.equal(true);
    await until('the next round', async () => begun.includes('gen_next'));
    await drainAll(queue, end);
  });
});

describe('the pace of starts', () => {
  const after = (times: readonly number[], everyMs = 10): StartPace => {
    let pace = FIRST_PACE;
    for (const [nth, took] of times.entries()) pace = nextPace(pace, took, nth * everyMs);
    return pace;
  };

  it('grows while rounds take about as long as the quickest, without a rest', () => {
    expect(after([4]).size).to.equal(2);
    expect(after([4, 5, 4]).size).to.equal(4);
    expect(after(Array.from({ length: 20 }, () => 4))).to.include({ size: 8, rest: 0 });
  });

  it('halves, and rests for three times what was waited for, where they take longer', () => {
    expect(after([4, 4, 4, 20])).to.include({ size: 2, rest: 48 });
    expect(after([4, 4, 4, 20, 20, 20, 20]).size).to.equal(1);
    expect(after([4, 1_500]).rest).to.equal(500);
  });

  it('forgets the quickest round after a minute, and takes the new one for it', () => {
    expect(after([4, 20, 20], 29_000)).to.include({ quickest: 4, size: 1 });
    expect(after([4, 20, 20, 20], 29_000)).to.include({ quickest: 20, size: 2, rest: 0 });
  });
});
