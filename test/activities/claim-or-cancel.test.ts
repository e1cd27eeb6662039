import { expect } from 'chai';
import { activityBench, CREDITS, PRICE, type Accepted } from './bench.js';

const RACES = 200;
/** Races at once; each uses up to four connections. */
const ABREAST = 4;

describe('a worker that claims and a client that cancels at the same moment', () => {
  const bench = activityBench();

  it(`exactly one of them wins, ${RACES} times, and the money follows the winner`, async () => {
    const account = await bench.customer();
    let claims = 0;
    for (let done = 0; done < RACES; done += ABREAST) {
      const batch = Array.from({ length: ABREAST }, () => bench.accept(account));
      const accepted = await Promise.all(batch);
      const claimed = await Promise.all(accepted.map((one, index) => race(one, index % 2 === 0)));
      claims += claimed.filter(Boolean).length;
    }
    // Both ends of the race were seen, or nothing was tested.
    expect(claims).to.be.within(1, RACES - 1);
    const [row] = await bench.deps.db.query(
      `SELECT (sub + pur)::int AS balance, (held_sub + held_pur)::int AS held, active_jobs AS slots
       FROM account WHERE id = $1`,
      [account.accountId],
    );
    expect(row).to.deep.equal({ balance: CREDITS - claims * PRICE, held: 0, slots: 0 });
  });

  /** @returns whether the claim won */
  async function race(accepted: Accepted, claimFirst: boolean): Promise<boolean> {
    const { id: generationId } = accepted;
    const claim = () => bench.generate(generationId);
    const cancel = () =>
      bench.run(() =>
        bench.state.cancelGeneration({ generationId, claim: bench.claimOf(accepted) }),
      );
    const claiming = claimFirst ? claim() : null;
    const cancelling = cancel();
    const [asset, outcome] = await Promise.all([claiming ?? claim(), cancelling]);
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
