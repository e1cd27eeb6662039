import { expect } from 'chai';
import { activityBench, CREDITS, PRICE, type Accepted } from './bench.js';

const RACES = 200;
/** Number of concurrent races; each uses up to four connections. */
const ABREAST = 4;

describe("a race between a worker's claim and a client's cancel", () => {
  const bench = activityBench();

  it(`has exactly one winner in each of ${RACES} runs, and the credits match the winner`, async () => {
    const account = await bench.customer();
    // If one side ends first, it must win. Otherwise either side can win.
    const ends = [await bench.accept(account), await bench.accept(account)] as const;
    const sure = [
      await race(ends[0], 'claim ends first'),
      await race(ends[1], 'cancel ends first'),
    ];
    expect(sure).to.deep.equal([true, false]);
    let claims = 1;
    for (let done = 0; done < RACES; done += ABREAST) {
      const batch = Array.from({ length: ABREAST }, () => bench.accept(account));
      const accepted = await Promise.all(batch);
      const claimed = await Promise.all(
        accepted.map((one, index) => race(one, index % 2 === 0 ? 'claim' : 'cancel')),
      );
      claims += claimed.filter(Boolean).length;
    }
    const [row] = await bench.deps.db.query(
      `SELECT (sub + pur)::int AS balance, (held_sub + held_pur)::int AS held, active_jobs AS slots
       FROM account WHERE id = $1`,
      [account.accountId],
    );
    expect(row).to.deep.equal({ balance: CREDITS - claims * PRICE, held: 0, slots: 0 });
  });

  /**
   * @param first side that begins; the other side begins concurrently, or after the first side ended
   * @returns whether the claim won
   */
  async function race(
    accepted: Accepted,
    first: 'claim' | 'cancel' | 'claim ends first' | 'cancel ends first',
  ): Promise<boolean> {
    const { id: generationId } = accepted;
    const claim = () => bench.generate(generationId);
    const cancel = () =>
      bench.run(() =>
        bench.state.cancelGeneration({ generationId, claim: bench.claimOf(accepted) }),
      );
    const early = first.startsWith('claim') ? { claim: claim() } : { cancel: cancel() };
    if (first.endsWith('ends first')) await (early.claim ?? early.cancel);
    const [asset, outcome] = await Promise.all([early.claim ?? claim(), early.cancel ?? cancel()]);
    const { status } = await bench.row(accepted);
    const claimed = asset !== null;
    expect({ status, outcome }).to.deep.equal(
      claimed
        ? { status: 'processing', outcome: 'not_queued' }
        : { status: 'cancelled', outcome: 'cancelled' },
    );
    const calls = bench.provider.calls.filter((job) => job.generationId === generationId);
    expect(calls).to.have.length(claimed ? 1 : 0);
    if (claimed) await bench.run(() => bench.state.completeGeneration({ generationId }));
    return claimed;
  }
});
