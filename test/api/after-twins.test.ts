import { expect } from 'chai';
import { afterTwins } from '../../api/after-twins.js';
import { NoTurn } from '../../domain/ports/turns.js';
import { FairQueue, type QueueLimits } from '../../runtime/fair-queue.js';
import { TWINS } from '../../runtime/shares.js';
import { failureOf } from '../support/failure.js';

const claim = (key: string) => ({ accountId: 'acc_1', key, fingerprint: '' });

describe('requests under one Idempotency-Key in one process', () => {
  const queueOf = (change: Partial<QueueLimits> = {}) => new FairQueue({ ...TWINS, ...change });

  it('come one after the other; those under another key wait for none of them', async () => {
    const [twins, gate] = [queueOf(), Promise.withResolvers<void>()];
    const begun: string[] = [];
    const enter = (key: string, name: string) =>
      afterTwins(twins, claim(key), async () => {
        begun.push(name);
        if (name === 'first') await gate.promise;
      });
    const all = [enter('a', 'first'), enter('a', 'second'), enter('a', 'third')];
    await enter('b', 'other');
    expect(begun).to.deep.equal(['first', 'other']);
    gate.resolve();
    await Promise.all(all);
    expect(begun).to.deep.equal(['first', 'other', 'second', 'third']);
  });

  it('go on without a turn when there is none: the database decides then', async () => {
    const [twins, gate] = [queueOf({ waitingEach: 0 }), Promise.withResolvers<void>()];
    const first = afterTwins(twins, claim('a'), () => gate.promise);
    let isDone = false;
    await afterTwins(twins, claim('a'), async () => void (isDone = true));
    expect(isDone).to.equal(true);
    gate.resolve();
    await first;
  });

  it('are never done twice, whatever their work fails with', async () => {
    let times = 0;
    const work = async () => {
      times += 1;
      throw new NoTurn('of another queue');
    };
    const error = await failureOf(afterTwins(queueOf(), claim('a'), work));
    expect(error).to.be.instanceOf(NoTurn);
    expect(times).to.equal(1);
  });
});
