import { expect } from 'chai';
import {
  AlreadyAnswered,
  findAnswer,
  pruneAnswers,
  storeAnswer,
} from '../../domain/durable/idempotency-keys.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { IdempotencyKey } from '../../entities/idempotency-key.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';
import { until } from '../support/until.js';

describe('stored responses', function () {
  this.slow(5_000);
  const fresh = freshDatabase({ poolSize: 8 });
  const claim = { accountId: 'acc_1', key: 'k', fingerprint: 'f' };
  const answer = { status: 202, body: '{"id":"gen_1","π":"\\u00e9  x"}' };
  afterEach(() => fresh.db.query('DELETE FROM idempotency_key'));

  /** Starts a request that has stored its response but has not committed yet. */
  async function underWay() {
    const first = fresh.db.createQueryRunner();
    await first.startTransaction();
    await storeAnswer(first.manager, claim, answer);
    return {
      async end(how: 'commit' | 'rollback') {
        await (how === 'commit' ? first.commitTransaction() : first.rollbackTransaction());
        await first.release();
      },
    };
  }

  const waiting = () =>
    until('the duplicate waits', async () => {
      const rows: unknown[] = await fresh.db.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length === 1;
    });
  const storeDuplicate = () => fresh.db.transaction((tx) => storeAnswer(tx, claim, answer));

  it('return status and body byte for byte', async () => {
    await storeAnswer(fresh.db.manager, claim, answer);
    expect(await findAnswer(fresh.db.manager, claim)).to.deep.equal(answer);
  });

  it("are not found for an unused key or another account's key", async () => {
    await storeAnswer(fresh.db.manager, claim, answer);
    expect(await findAnswer(fresh.db.manager, { ...claim, key: 'other' })).to.equal(null);
    expect(await findAnswer(fresh.db.manager, { ...claim, accountId: 'acc_2' })).to.equal(null);
    await storeAnswer(fresh.db.manager, { ...claim, accountId: 'acc_2' }, answer);
  });

  it('refuse a key that belongs to a different request with 422', async () => {
    await storeAnswer(fresh.db.manager, claim, answer);
    const error = await failureOf(findAnswer(fresh.db.manager, { ...claim, fingerprint: 'g' }));
    expect(error).to.be.instanceOf(Refusal).and.include({ code: 'VALIDATION_ERROR', status: 422 });
    expect((error as Refusal).details).to.deep.equal({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('are never replaced', async () => {
    await storeAnswer(fresh.db.manager, claim, answer);
    const later = storeAnswer(fresh.db.manager, claim, { status: 500, body: 'other' });
    expect(await failureOf(later)).to.be.instanceOf(AlreadyAnswered);
    expect(await findAnswer(fresh.db.manager, claim)).to.deep.equal(answer);
  });

  it('make a concurrent duplicate wait, then replay the first response', async () => {
    const first = await underWay();
    const second = failureOf(storeDuplicate());
    await waiting();
    await first.end('commit');
    expect(await second).to.be.instanceOf(AlreadyAnswered);
    expect(await findAnswer(fresh.db.manager, claim)).to.deep.equal(answer);
  });

  it('let a concurrent duplicate take over if the first request fails', async () => {
    const first = await underWay();
    const second = storeDuplicate();
    await waiting();
    await first.end('rollback');
    await second;
    expect(await findAnswer(fresh.db.manager, claim)).to.deep.equal(answer);
  });

  it('are invisible before their effect is committed', async () => {
    const first = await underWay();
    expect(await findAnswer(fresh.db.manager, claim)).to.equal(null);
    await first.end('rollback');
  });

  it('give a duplicate 409 with Retry-After after two seconds, without affecting the first request', async () => {
    const first = await underWay();
    const begin = performance.now();
    const error = (await failureOf(storeDuplicate())) as Refusal;
    const waited = performance.now() - begin;
    expect(error).to.be.instanceOf(Refusal).and.include({ code: 'CONFLICT', status: 409 });
    expect(error.details).to.deep.equal({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(error.headers).to.deep.equal({ 'Retry-After': '1', 'x-should-retry': 'true' });
    // The first request would never end by itself.
    expect(waited).to.be.within(1_900, 20_000);
    await first.end('commit');
    expect(await findAnswer(fresh.db.manager, claim)).to.deep.equal(answer);
  });

  it('do not mistake another failure of the database for a duplicate', async () => {
    const broken = storeAnswer(fresh.db.manager, claim, { ...answer, status: NaN });
    expect(await failureOf(broken)).not.to.be.instanceOf(Refusal);
  });

  describe('that are pruned', () => {
    const aged = (name: string, age: string) =>
      fresh.db.query(
        `INSERT INTO idempotency_key SELECT 'acc_1', $1 || n, 'f', 200, '{}', now() - $2::interval
         FROM generate_series(1, $3::int) AS n`,
        [name, age, name === 'many' ? 1_200 : 1],
      );

    it('include only responses older than 7 days', async () => {
      await aged('eight days ', '8 days');
      await aged('just over ', '7 days 1 minute');
      await aged('just under ', '6 days 23 hours 59 minutes');
      await aged('new ', '0 days');
      expect(await pruneAnswers(fresh.db.manager)).to.equal(2);
      const left = await fresh.db.manager.find(IdempotencyKey);
      expect(left.map(({ key }) => key)).to.have.members(['just under 1', 'new 1']);
    });

    it('are deleted in batches, one per call, which returns the count so that the caller can continue', async () => {
      await aged('many', '8 days');
      const removed = [1, 2, 3].map(() => null as number | null);
      for (const index of removed.keys()) removed[index] = await pruneAnswers(fresh.db.manager);
      expect(removed).to.deep.equal([1_000, 200, 0]);
    });
  });
});
