import { expect } from 'chai';
import { FairQueue } from '../../runtime/fair-queue.js';
import { STAGED_READS } from '../../runtime/shares.js';
import { SharedReadQueue } from '../../runtime/shared-reads.js';

/** Creates a queue of reads that the test ends; each read returns its number. */
function rig() {
  const reads = new SharedReadQueue<number>(new FairQueue(STAGED_READS));
  const ends: PromiseWithResolvers<void>[] = [];
  return {
    ends,
    at: (key: string, owner = 'acc'): Promise<number> =>
      reads.readShared(owner, key, async () => {
        const end = Promise.withResolvers<void>();
        const number = ends.push(end);
        await end.promise;
        return number;
      }),
    turn: () => new Promise(setImmediate),
  };
}

describe('SharedReadQueue', () => {
  it('serves callers that arrive during a read with the next read', async () => {
    const { at, ends, turn } = rig();
    const first = at('file');
    const others = Array.from({ length: 100 }, () => at('file'));
    expect(ends).to.have.length(1);
    ends[0]?.resolve();
    expect(await first).to.equal(1);
    await turn();
    expect(ends).to.have.length(2);
    ends[1]?.resolve();
    expect(new Set(await Promise.all(others))).to.deep.equal(new Set([2]));
    const later = at('file');
    ends[2]?.resolve();
    expect(await later, 'the read began after the call').to.equal(3);
  });

  it('fails only the callers that share a failed read', async () => {
    const { at, ends, turn } = rig();
    const first = at('file').catch((error: unknown) => error);
    const second = at('file');
    ends[0]?.reject(new Error('away'));
    expect(await first).to.include({ message: 'away' });
    await turn();
    ends[1]?.resolve();
    expect(await second).to.equal(2);
  });

  it('reads other keys concurrently, up to a limit per owner', async () => {
    const { at, ends, turn } = rig();
    const names = Array.from(
      { length: STAGED_READS.concurrentEach + 1 },
      (_, file) => `file ${file}`,
    );
    const reads = names.map((name) => at(name));
    expect(ends).to.have.length(STAGED_READS.concurrentEach);
    reads.push(at('theirs', 'other'));
    expect(ends).to.have.length(STAGED_READS.concurrentEach + 1);
    for (const end of ends) end.resolve();
    await turn();
    ends.at(-1)?.resolve();
    expect(await Promise.all(reads)).to.have.length(STAGED_READS.concurrentEach + 2);
  });
});
