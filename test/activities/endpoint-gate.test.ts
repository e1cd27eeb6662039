import { expect } from 'chai';
import { EndpointGate, type Turn, type TurnEnd } from '../../activities/endpoint-gate.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('the gate before an endpoint', () => {
  let now: number;
  let gate: EndpointGate;
  beforeEach(() => {
    now = 1_000_000;
    gate = new EndpointGate(
      () => now,
      () => 0,
    );
  });

  function enter(id = 'a', urgent = false): (end?: TurnEnd, durationMs?: number) => void {
    const turn = gate.enter(id, urgent);
    if (!('leave' in turn)) throw new Error(`deferred: ${turn.reason}`);
    return (end = 'answered', durationMs = 100) => turn.leave(end, durationMs);
  }
  function refusal(turn: Turn): Extract<Turn, { deferMs: number }> {
    if ('leave' in turn) throw new Error('was let in');
    return turn;
  }
  /** Five timeouts in a row. */
  const hang = (id = 'a') => {
    for (let count = 0; count < 5; count += 1) enter(id)('timeout', 10 * SECOND);
  };

  it('lets four in at a time, and the next one when one has left', () => {
    const leaves = [enter(), enter(), enter(), enter()];
    expect(refusal(gate.enter('a')).reason).to.equal('cap');
    leaves[0]?.();
    enter();
    expect(refusal(gate.enter('a')).reason).to.equal('cap');
  });

  it('keeps endpoints apart', () => {
    for (let count = 0; count < 4; count += 1) enter('a');
    hang('b');
    enter('c');
    expect(refusal(gate.enter('a')).reason).to.equal('cap');
    expect(refusal(gate.enter('b')).reason).to.equal('breaker');
  });

  it('spreads those who wait over the time that those before them take', () => {
    for (let count = 0; count < 8; count += 1) enter()('answered', 400);
    for (let count = 0; count < 4; count += 1) enter();
    const waits = Array.from({ length: 100 }, () => refusal(gate.enter('a')).deferMs);
    expect(waits).to.deep.equal(waits.toSorted((a, b) => a - b));
    expect(waits[0]).to.be.at.least(250);
    // 100 of some 400 to 450 ms each, four at a time.
    expect(waits[99]).to.be.within(10 * SECOND, 13 * SECOND);
  });

  it('2,000 who wait for a dead endpoint ask again some five times a second, none later than 12 minutes', () => {
    for (let count = 0; count < 4; count += 1) enter();
    const spread = new EndpointGate(() => now);
    for (let count = 0; count < 4; count += 1) spread.enter('a');
    let asked = 0;
    const due = Array.from({ length: 2_000 }, () => now);
    const end = now + 20 * MINUTE;
    let longest = 0;
    for (; now < end; now += SECOND) {
      for (const [index, at] of due.entries()) {
        if (at > now) continue;
        asked += 1;
        const { deferMs } = refusal(spread.enter('a'));
        longest = Math.max(longest, deferMs);
        due[index] = now + deferMs;
      }
    }
    expect((asked - 2_000) / (20 * 60)).to.be.below(7);
    expect(longest).to.be.at.most(12 * MINUTE);
  });

  it('opens after five timeouts in a row, not before, and an answer starts the count anew', () => {
    for (let count = 0; count < 4; count += 1) enter()('timeout');
    enter()('answered');
    for (let count = 0; count < 4; count += 1) enter()('timeout');
    expect(gate.open).to.equal(0);
    enter()('timeout');
    expect(gate.open).to.equal(1);
    const { reason, deferMs } = refusal(gate.enter('a'));
    expect(reason).to.equal('breaker');
    expect(deferMs).to.be.within(MINUTE, 3 * MINUTE);
  });

  it('learns nothing from a turn in which nothing was sent', () => {
    for (let count = 0; count < 4; count += 1) enter()('timeout', 10 * SECOND);
    enter()('unused', 0);
    enter()('timeout', 10 * SECOND);
    expect(gate.open).to.equal(1);
    for (let count = 0; count < 4; count += 1) enter('b');
    const wait = refusal(gate.enter('b')).deferMs;
    enter('c')('unused', 0);
    for (let count = 0; count < 4; count += 1) enter('c');
    expect(refusal(gate.enter('c')).deferMs).to.equal(wait);
  });

  it('while open lets one probe through a minute; its answer closes it for all', () => {
    hang();
    now += MINUTE;
    const probe = enter();
    expect(refusal(gate.enter('a')).reason).to.equal('breaker');
    probe('timeout');
    now += MINUTE - 1;
    refusal(gate.enter('a'));
    now += 1;
    enter()('answered');
    expect(gate.open).to.equal(0);
    enter();
    enter();
  });

  it('remembers a bounded number of endpoints, never forgetting one that is called', () => {
    gate = new EndpointGate(
      () => now,
      () => 0,
      3,
    );
    hang('hung');
    const leave = enter('called');
    for (let count = 0; count < 3; count += 1) enter('called');
    enter('b')();
    expect(gate.open).to.equal(1);
    enter('c')();
    expect(gate.open, 'the oldest is forgotten').to.equal(0);
    enter('hung');
    expect(refusal(gate.enter('called')).reason).to.equal('cap');
    leave();
    enter('called');
  });

  it('lets in at once what somebody waits for, but never a fifth at a time', () => {
    hang();
    for (let count = 0; count < 4; count += 1) enter('a', true);
    expect(refusal(gate.enter('a', true)).reason).to.equal('cap');
  });
});
