import { expect } from 'chai';
import { failureOf } from '../support/failure.js';
import { NoTurn } from '../../domain/ports/turns.js';
import { FairQueue, type QueueLimits } from '../../runtime/fair-queue.js';

const LIMITS: QueueLimits = {
  concurrent: 3,
  concurrentEach: 2,
  waiting: 6,
  waitingEach: 4,
  waitMs: 60_000,
};

/** Creates a queue. The test chooses when each piece of work ends, in any order. */
function rig(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (owner: string, work: string): Promise<string> =>
    queue.take(owner, async () => {
      begun.push(work);
      await new Promise<void>((resolve) => ends.set(work, resolve));
      return work;
    });
  return {
    begun,
    take,
    takeAll: (owner: string, works: readonly string[]): void => {
      // Work that still waits at the end of a test is refused only after the test.
      for (const work of works) void take(owner, work).catch(() => undefined);
    },
    /** Ends some work. When this returns, the next work has started. */
    end: async (work: string): Promise<void> => {
      ends.get(work)?.();
      await new Promise(setImmediate);
    },
  };
}

describe('FairQueue', () => {
  it('limits running work per owner and in total, and queues further work', async () => {
    const { begun, takeAll, end } = rig();
    takeAll('a', ['a1', 'a2', 'a3']);
    takeAll('b', ['b1', 'b2']);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun, 'the owner a has used its share').to.deep.equal(['a1', 'a2', 'b1', 'b2']);
    await end('a1');
    expect(begun.at(-1)).to.equal('a3');
  });

  it("alternates between owners, so that an owner never waits for all of another owner's work", async () => {
    const { begun, takeAll, end } = rig({ concurrent: 1, concurrentEach: 1 });
    takeAll('a', ['a1', 'a2', 'a3', 'a4']);
    takeAll('b', ['b1']);
    for (const work of ['a1', 'a2', 'b1', 'a3']) await end(work);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('limits waiting work per owner and in total', async () => {
    const { begun, take, takeAll } = rig({ concurrent: 1 });
    takeAll('a', ['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(await failureOf(take('a', 'a6'))).to.be.instanceOf(NoTurn);
    takeAll('b', ['b1', 'b2']);
    expect(await failureOf(take('b', 'b3'))).to.be.instanceOf(NoTurn);
    expect(await failureOf(take('c', 'c1'))).to.be.instanceOf(NoTurn);
    expect(begun).to.deep.equal(['a1']);
  });

  it('rejects work that waits too long, never starts it, and frees its slot', async () => {
    const { begun, take, end } = rig({ concurrent: 1, waiting: 1, waitMs: 5 });
    void take('a', 'a1');
    expect(await failureOf(take('b', 'b1'))).to.be.instanceOf(NoTurn);
    expect(await failureOf(take('b', 'b2'))).to.be.instanceOf(NoTurn);
    await end('a1');
    void take('b', 'b3');
    expect(begun).to.deep.equal(['a1', 'b3']);
  });

  it('returns or throws what the work returns or throws, and frees its slot in both cases', async () => {
    const queue = new FairQueue({ ...LIMITS, concurrent: 1 });
    expect(await queue.take('a', async () => 'result')).to.equal('result');
    const fails = async (): Promise<never> => {
      throw new Error('failed');
    };
    expect(await failureOf(queue.take('a', fails))).to.include({ message: 'failed' });
    expect(await queue.take('a', async () => 'place')).to.equal('place');
  });
});
