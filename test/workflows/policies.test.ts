import { expect } from 'chai';
import { PRIORITY, QUEUES } from '../../domain/catalogue/queues.js';
import * as policies from '../../workflows/policies.js';

/** Replay does not notice a change of these figures, so each is stated here a second time. */
describe('policies', () => {
  it('database steps are repeated until PostgreSQL answers: no limit of attempts', () => {
    expect(policies.quickDb).to.deep.equal({
      startToCloseTimeout: '15s',
      retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
    });
  });

  it('a paid call starts within 30 minutes or is refunded, and a lost worker shows within 15 s', () => {
    expect(policies.paidUpstream).to.deep.equal({
      taskQueue: QUEUES.media,
      scheduleToStartTimeout: '30m',
      startToCloseTimeout: '5m',
      heartbeatTimeout: '15s',
      cancellationType: 'TRY_CANCEL',
      retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
    });
  });

  it('a clip may take 35 minutes, and for the rest is a paid call', () => {
    expect(policies.filming).to.deep.equal({
      ...policies.paidUpstream,
      startToCloseTimeout: '35m',
    });
  });

  it('an analysis may hold a generation up for two tries of 30 s, as it is not needed', () => {
    expect(policies.readUpstream).to.deep.equal({
      ...policies.paidUpstream,
      startToCloseTimeout: '30s',
      retry: { initialInterval: '500ms', maximumAttempts: 2 },
    });
  });

  it('storing a result has 2 minutes and the retries of a paid call, as it pays for nothing', () => {
    expect(policies.bulkTransfer).to.deep.equal({
      ...policies.paidUpstream,
      startToCloseTimeout: '2m',
    });
  });

  it('a look at a new subject is repeated for ten minutes, however long no worker takes it', () => {
    expect(policies.subjectAnalysis).to.deep.equal({
      taskQueue: QUEUES.media,
      startToCloseTimeout: '1m',
      heartbeatTimeout: '15s',
      retry: { initialInterval: '1s', maximumInterval: '1m', maximumAttempts: 16 },
    });
    const waits = Array.from({ length: 15 }, (_, retry) => Math.min(60, 2 ** retry));
    expect(waits.reduce((sum, wait) => sum + wait, 0) / 60).to.be.within(9.5, 10.5);
  });

  it('an upstream is asked three times when that can help, and once when it refused', () => {
    expect(policies.RETRY_DELAYS_MS).to.deep.equal({
      unavailable: [1_000, 3_000],
      rate_limited: [1_000, 3_000],
      timeout: [1_000],
      rejected: [],
      content_blocked: [],
      uncertain: [],
      undeliverable: [1_000, 5_000],
    });
  });

  it('no upstream postpones a try by more than a minute, so that the next route gets its turn', () => {
    expect(policies.RETRY_AFTER_MAX_MS).to.equal(60_000);
  });

  it('the store may be away for half a minute before a generation is given up', () => {
    expect(policies.STORAGE_DELAYS_MS).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it('work under way goes before work that waits, so that what began gets done', () => {
    expect(PRIORITY).to.deep.equal({ underWay: 2, waiting: 4 });
  });

  it('a webhook attempt has its 10 s and time to be recorded, and is repeated until it is', () => {
    expect(policies.webhookAttempt).to.deep.equal({
      taskQueue: QUEUES.outbound,
      startToCloseTimeout: '20s',
      cancellationType: 'TRY_CANCEL',
      retry: { initialInterval: '1s', maximumInterval: '30s' },
    });
  });
});
