import { expect } from 'chai';
import {
  COMMIT_MS_MAX,
  LATE_POLLS_MS,
  POLL_MS_MAX,
  computeRetryDelay,
  URL_POLLS_MS,
  pickWait,
} from '../../domain/catalogue/publish-retries.js';
import type { PlatformFailureKind } from '../../domain/catalogue/social-states.js';
import { ORDER_MS_MAX } from '../../domain/ports/provider.js';

const NOW = 1_000_000;
const MINUTE = 60_000;

/** Lists the delays for a platform that always fails with the same kind of failure. */
function waits(kind: PlatformFailureKind, until: number | null = null): number[] {
  const all: number[] = [];
  for (let tries = 0; ; tries += 1) {
    const delay = computeRetryDelay({ kind, until }, tries, NOW);
    if (delay === null) return all;
    all.push(delay);
  }
}

describe('retries of a failed publication', () => {
  it('use the delays of the kind of failure, then give up on the platform', () => {
    expect(waits('retry')).to.deep.equal([2_000, 5_000, 15_000, 45_000, 120_000]);
    expect(waits('unknown_outcome')).to.deep.equal(waits('retry'));
    expect(waits('new_draft'), 'three drafts in all').to.deep.equal([1_000, 20_000]);
    expect(waits('rate_limited')).to.deep.equal([15_000, 30_000, 60_000, 120_000, 240_000]);
    for (const kind of ['unauthorized', 'reauth', 'permanent', 'misconfigured', 'quota'] as const) {
      expect(waits(kind), kind).to.deep.equal([]);
    }
  });

  it('wait until a given time if it is at most 15 minutes ahead, and otherwise give up', () => {
    expect(waits('rate_limited', NOW + 3 * MINUTE)[0]).to.equal(3 * MINUTE);
    expect(waits('rate_limited', NOW + 16 * MINUTE)).to.deep.equal([]);
    expect(waits('rate_limited', NOW - MINUTE)[0], 'the given time has passed').to.equal(1_000);
    expect(waits('quota', NOW + 10 * MINUTE)).to.deep.equal([10 * MINUTE]);
    expect(waits('quota', NOW + 24 * 60 * MINUTE)).to.deep.equal([]);
  });

  it('repeat the last delay of a list', () => {
    expect([0, 1, 2, 9].map((tries) => pickWait([1, 2], tries))).to.deep.equal([1, 2, 2, 2]);
  });

  it('have polling intervals and commit timeouts that add up to the documented times', () => {
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
    expect(sum(LATE_POLLS_MS) / 3_600_000).to.equal(24);
    expect(sum(URL_POLLS_MS) / 86_400_000).to.be.within(29.9, 30.1);
    expect(POLL_MS_MAX).to.deep.equal({
      instagram: 30 * MINUTE,
      threads: 30 * MINUTE,
      tiktok: 60 * MINUTE,
      youtube: 30 * MINUTE,
      twitter: 10 * MINUTE,
    });
    expect(COMMIT_MS_MAX, 'stopping workers wait as long as for an order').to.equal(ORDER_MS_MAX);
  });
});
