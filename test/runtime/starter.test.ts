import { expect } from 'chai';
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

/** Ends a queue whose starts are let end again and again. */
async function drainNow(queue: StartQueue, end: () => void): Promise<void> {
  let isDrained = false;
  const drained = queue.drain(0).then(() => (isDrained = true));
  await until('the starter to end', async () => {
    end();
    return isDrained;
  });
  await drained;
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `gen_${n}`);

describe('the starter beside the API', () => {
  it('begins once the answer is out, and forgets the rows of a round in one statement', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue(256, () => false);
    for (const id of names(3)) expect(queue.take(work(id))).to.equal(true);
    expect(begun).to.deep.equal([]);
    await until('the round', async () => begun.length === 3);
    end();
    await queue.drain();
    expect(forgotten).to.deep.equal([names(3)]);
    expect(queue.take(work('gen_later'))).to.equal(true);
    await until('the next round', async () => begun.length === 4);
    end();
    await queue.drain();
  });

  it('leaves to the relay what has no room, and the row of what failed', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue(2, () => false);
    const taken = names(3).map((id) => queue.take(work(id)));
    expect(taken).to.deep.equal([true, true, false]);
    await until('the round', async () => begun.length === 2);
    end(false);
    await queue.drain();
    expect(begun).to.deep.equal(['gen_0', 'gen_1']);
    expect(forgotten).to.deep.equal([]);
  });

  it('does few at once while its process is busy', async () => {
    const { begun, work, end } = starts();
    const queue = new StartQueue(256, () => true);
    for (const id of names(40)) queue.take(work(id));
    await until('the round', async () => begun.length > 0);
    expect(begun).to.have.length(2);
    await drainNow(queue, end);
  });

  it('gives up what still waits when the process ends, and waits for what is under way', async () => {
    const { begun, forgotten, work, end } = starts();
    const queue = new StartQueue(256, () => false);
    for (const id of names(5)) queue.take(work(id));
    await drainNow(queue, end);
    const taken = begun.length;
    expect(forgotten.flat()).to.deep.equal(begun);
    expect(queue.take(work('gen_next'))).to.equal(true);
    await until('the next round', async () => begun.length === taken + 1);
    await drainNow(queue, end);
  });
});
