import { expect } from 'chai';
import { startOwnTemporal, type OwnTemporal } from '../support/own-temporal.js';
import { closingOf, typesOf, eventsOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { usePlatform } from '../support/use-platform.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';
import { CREDITS, makePost, moneyOf, proposeMove, type MadePost } from './publish-rig.js';

/** Temporal's default limit is 2,000 updates per run. */
const UPDATES_MAX = 20;
const MOVES = 50;
const HOUR = 3_600_000;

describe('a post rescheduled more often than one run accepts updates', () => {
  let temporal: OwnTemporal;
  let workers: TestWorkers;
  const api = usePlatform({
    async env() {
      temporal = await startOwnTemporal({ 'history.maxTotalUpdates': UPDATES_MAX });
      return temporal.env;
    },
    async begin() {
      workers = await startWorkers(api.deps, { media: false });
    },
    cleanUp: () => workers.stop(),
    end: () => temporal.stop(),
  });
  const handleOf = ({ id }: MadePost) => api.deps.temporal.client.workflow.getHandle(id);
  const claimOf = ({ accountId }: MadePost, key: string) => ({
    accountId,
    key,
    fingerprint: 'of the test',
  });

  it('continues in new runs, keeps its latest time, and can be cancelled', async () => {
    const post = await makePost(api.deps, { inMs: HOUR });
    await until('the timer of the run has started', async () =>
      typesOf(await eventsOf(api.deps.temporal.client, post.id)).includes('TIMER_STARTED'),
    );
    const first = (await handleOf(post).describe()).runId;
    let dueAt = 0;
    for (let version = 2; version < MOVES + 2; version += 1) {
      dueAt = Date.now() + HOUR + version * 1_000;
      const claim = claimOf(post, `move ${version}`);
      await proposeMove(api.deps, post, claim.key, dueAt);
      const change = await handleOf(post).executeUpdate('move', {
        args: [{ claim, dueAt, version }],
      });
      expect(change, `move ${version}`).to.equal('changed');
    }
    const { runId, historyLength } = await handleOf(post).describe();
    expect(runId).not.to.equal(first);
    expect(historyLength).to.be.below(UPDATES_MAX * 10);
    const [row]: { due_at: Date }[] = await api.deps.db.query(
      'SELECT due_at FROM social_post WHERE id = $1',
      [post.id],
    );
    expect(row?.due_at.getTime()).to.equal(dueAt);
    const cancelled = await handleOf(post).executeUpdate('cancel', {
      args: [{ claim: claimOf(post, 'cancel') }],
    });
    expect(cancelled).to.equal('changed');
    expect(await closingOf(api.deps, post.id)).to.equal('COMPLETED cancelled');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS, held: 0, settled: 0 });
  });
});
