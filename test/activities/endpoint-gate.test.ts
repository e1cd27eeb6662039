import { expect } from 'chai';
import { EndpointGate } from '../../activities/endpoint-gate.js';

const SECOND = 1_000;
const SLOTS = 1_000;

describe('the concurrency gate for webhook endpoints', () => {
  let now: number;
  let gate: EndpointGate;
  beforeEach(() => {
    now = 1_000_000;
    gate = new EndpointGate(
      SLOTS,
      () => now,
      () => 0,
    );
  });

  /** Takes slots until one is refused. @returns one function per slot, which releases it */
  function fill(id: string, most = SLOTS): (() => void)[] {
    const leaves: (() => void)[] = [];
    while (leaves.length < most) {
      const turn = gate.enter(id);
      if ('deferMs' in turn) break;
      leaves.push(turn.leave);
    }
    return leaves;
  }

  it('gives a single endpoint half of the slots and keeps the other half free', () => {
    expect(fill('dead')).to.have.length(SLOTS / 2);
    expect(gate.inFlight).to.equal(SLOTS / 2);
  });

  it('gives nine hanging endpoints a tenth of the slots each and keeps a tenth free', () => {
    const held = Array.from({ length: 9 }, (): (() => void)[] => []);
    // Every ten seconds, each endpoint releases its slots and takes as many new ones as the gate allows.
    for (let round = 0; round < 20; round += 1) {
      for (const [index, leaves] of held.entries()) {
        for (const leave of leaves.splice(0)) leave();
        leaves.push(...fill(`dead${index}`));
      }
    }
    for (const leaves of held) expect(leaves.length).to.be.closeTo(SLOTS / 10, 1);
    expect(SLOTS - gate.inFlight).to.be.closeTo(SLOTS / 10, 10);
  });

  it('admits an endpoint without a slot, no matter how many other endpoints hang', () => {
    for (let index = 0; index < 50; index += 1) fill(`dead${index}`);
    for (let index = 0; gate.inFlight < SLOTS; index += 1) {
      expect(fill(`living${index}`, 1), `the ${index}th`).to.have.length(1);
    }
  });

  it('admits a delivery that a person waits for, even if its endpoint has used its share', () => {
    fill('dead');
    expect(gate.enter('dead')).to.have.property('deferMs');
    expect(gate.enter('dead', true)).to.have.property('leave');
  });

  it('makes a released slot available to exactly one more delivery', () => {
    const leaves = fill('dead');
    leaves[0]?.();
    expect(fill('dead')).to.have.length(1);
    for (const leave of leaves.slice(1)) leave();
    expect(gate.inFlight).to.equal(1);
  });

  it('defers a delivery by half a second to a minute, depending on its position in the queue', () => {
    fill('dead');
    const waits = Array.from({ length: 4_000 }, () => {
      const turn = gate.enter('dead');
      return 'deferMs' in turn ? turn.deferMs : 0;
    });
    expect(waits).to.deep.equal(waits.toSorted((a, b) => a - b));
    expect(waits[0]).to.equal(SECOND / 2);
    // The 500 slots are released within ten seconds, so the 1,000th delivery waits for twenty.
    expect(waits[999]).to.be.closeTo(20 * SECOND, 50);
    expect(waits.at(-1)).to.equal(60 * SECOND);
  });

  for (const [endpoints, attempts] of [
    [1, 2_000],
    [1, 10_000],
    [9, 500],
  ] as const) {
    const share = SLOTS / (endpoints + 1);
    // The time for the share to send all attempts in batches of ten seconds, plus the longest deferral.
    const bound = (attempts / share) * 10 + 60;
    it(`sends ${attempts} attempts to each of ${endpoints} hanging endpoints within ${bound} s, with fewer than four queries per attempt`, () => {
      const { lastSentAt, asked } = drain(endpoints, attempts);
      expect(lastSentAt).to.be.below(bound * SECOND);
      expect(asked).to.be.below(4 * endpoints * attempts);
    });
  }

  /** Simulates attempts that are due now and take ten seconds each, in steps of 50 ms. */
  function drain(endpoints: number, attempts: number) {
    const began = now;
    const clocked = new EndpointGate(SLOTS, () => now);
    const due = Array.from({ length: endpoints * attempts }, (_, index) => ({
      id: `dead${index % endpoints}`,
      at: now,
    }));
    const leaving: { at: number; leave: () => void }[] = [];
    let [asked, lastSentAt] = [0, 0];
    for (; due.length > 0; now += 50) {
      while (leaving[0] && leaving[0].at <= now) leaving.shift()?.leave();
      for (const attempt of due.filter(({ at }) => at <= now)) {
        asked += 1;
        const turn = clocked.enter(attempt.id);
        if ('deferMs' in turn) attempt.at = now + turn.deferMs;
        else {
          leaving.push({ at: now + 10 * SECOND, leave: turn.leave });
          due.splice(due.indexOf(attempt), 1);
          lastSentAt = now - began;
        }
      }
    }
    return { asked, lastSentAt };
  }
});
