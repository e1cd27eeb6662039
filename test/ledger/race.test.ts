import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { until } from '../support/until.js';
import { ledgerWorld, type Order } from './world.js';

/**
 * Number of concurrent transactions. The pool has as many connections, so that all transactions run
 * in PostgreSQL at the same time.
 */
const CONCURRENT = 64;

describe('concurrent reserve and closeHold', () => {
  const world = ledgerWorld(CONCURRENT);

  const every = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: CONCURRENT }, (_, index) => work(index)));

  /**
   * Reserves 64 times concurrently.
   * @returns the number of successes, and the reasons of the refusals
   */
  async function rush(order: Order, accounts: readonly TestAccount[]) {
    const results = await every((index) => {
      const account = accounts[index % accounts.length];
      return account ? world.reserve(account, order) : expect.fail('no account');
    });
    return {
      admitted: results.filter(({ ok }) => ok).length,
      reasons: [...new Set(results.flatMap((result) => (result.ok ? [] : [result.reason])))],
      notices: results.flatMap((result) =>
        result.ok && result.lowBalance !== null ? [result.lowBalance] : [],
      ),
    };
  }

  it('take exactly the free slots when 64 callers compete', async () => {
    const account = await buildAccount(world.db, { credits: 10_000 });
    const { admitted, reasons } = await rush({ price: 2, jobsMax: 7 }, [account]);
    expect([admitted, reasons]).to.deep.equal([7, ['slots']]);
    expect(await world.balance(account)).to.include({ sub: 9_986, heldSub: 14, jobs: 7 });
  });

  it('spend exactly the credits of both buckets when 64 callers compete', async () => {
    const account = await buildAccount(world.db, { credits: 31, purchased: 31 });
    const { admitted, reasons } = await rush({ price: 3 }, [account]);
    expect([admitted, reasons]).to.deep.equal([20, ['credits']]);
    expect(await world.balance(account)).to.deep.equal({
      sub: 0,
      pur: 2,
      heldSub: 31,
      heldPur: 29,
      jobs: 20,
    });
  });

  it('stay within the cap when 64 callers compete, even in the first moment of a month', async () => {
    const account = await buildAccount(world.db, { credits: 10_000 });
    const order = { price: 2, monthlyCap: 25, now: new Date('2026-06-01T00:00:00Z') };
    const { admitted, reasons } = await rush(order, [account]);
    expect([admitted, reasons]).to.deep.equal([12, ['cap']]);
    expect(await world.spent(account)).to.deep.equal({ '2026-06-01': 24 });
  });

  it('respect both caps and the balance when two keys of one account compete', async () => {
    const account = await buildAccount(world.db, { credits: 30 });
    const other = await world.key(account);
    const { admitted } = await rush({ price: 2, monthlyCap: 20 }, [account, other]);
    expect(admitted).to.equal(15);
    const spent = [await world.spent(account), await world.spent(other)].flatMap(Object.values);
    expect(spent.every((credits) => credits <= 20)).to.equal(true);
    expect(spent.reduce((a, b) => a + b, 0)).to.equal(30);
    expect(await world.balance(account)).to.include({ sub: 0, heldSub: 30, jobs: 15 });
  });

  it('report a low balance only once when 64 callers cross the threshold', async () => {
    const account = await buildAccount(world.db, { credits: 64, raised: { concurrent_jobs: 64 } });
    const { admitted, notices } = await rush({ price: 1 }, [account]);
    expect([admitted, notices]).to.deep.equal([64, [19]]);
  });

  it('give a slot that is freed at the same moment to only one caller', async () => {
    const account = await buildAccount(world.db, { credits: 10_000 });
    const first = await world.reserve(account, { price: 2, jobsMax: 1 });
    const [refund, { admitted }] = await Promise.all([
      world.close(first.id, 0),
      rush({ price: 2, jobsMax: 1 }, [account]),
    ]);
    expect(refund).to.equal(2);
    expect(admitted).to.be.oneOf([0, 1]);
    expect(await world.balance(account)).to.include({ jobs: admitted, heldSub: 2 * admitted });
  });

  it('let a reservation that waited for a row lock use credits and a slot that were freed during the wait', async () => {
    const account = await buildAccount(world.db, { credits: 4 });
    const { id } = await world.reserve(account, { price: 4, jobsMax: 1 });
    const { accountId } = account;
    // Both rows change while the reservation waits for a lock, so the snapshot of its statement
    // contains neither change.
    const [reserved] = await world.db.transaction(async (tx) => {
      await tx.query(
        "UPDATE generation SET status = 'failed', refunded_credits = 4 WHERE id = $1",
        [id],
      );
      await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
      await grantCredits(tx, { accountId, bucket: 'purchased', amount: 3, refId: randomUUID() });
      const waiting = world.reserve(account, { price: 6, jobsMax: 1 });
      await until('the reservation waits for a lock', async () => {
        const rows: unknown[] = await world.db.query(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length === 1;
      });
      return [waiting] as const;
    });
    expect((await reserved).ok).to.equal(true);
    expect(await world.balance(account)).to.deep.equal({
      sub: 0,
      pur: 1,
      heldSub: 4,
      heldPur: 2,
      jobs: 1,
    });
  });

  it('neither deadlock nor lose a credit in 30 rounds that include grants', async () => {
    const account = await buildAccount(world.db, { credits: 40, purchased: 40 });
    const keys = [account, await world.key(account)];
    const months = ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z'].map((text) => new Date(text));
    const open = new Map<string, number>();
    let expected = 80;
    // The seed is fixed: every run of the test has the same rounds, in a different interleaving.
    const numbers = fc.sample(fc.nat(99), { numRuns: 30 * CONCURRENT, seed: 20_260_101 });
    const next = () => numbers.pop() ?? 0;

    for (let round = 0; round < 30; round += 1) {
      const closing = [...open.entries()];
      open.clear();
      const reserving = Array.from({ length: 28 }, async () => {
        const price = 1 + (next() % 7);
        const now = months[next() % 2] ?? new Date();
        const by = keys[next() % 2] ?? account;
        const result = await world.reserve(by, { price, now, jobsMax: 12, monthlyCap: 90 });
        if (result.ok) open.set(result.id, price);
      });
      const closed = closing.flatMap(([id, price]) => {
        const settle = next() % (price + 1);
        expected -= settle;
        const duplicate = closeHold(world.db.manager, {
          refType: 'generation',
          refId: `not-${id}`,
          settle: 0,
        });
        return [
          world.close(id, settle).then((refund) => expect(refund).to.equal(price - settle)),
          duplicate.then((refund) => expect(refund).to.equal(null)),
        ];
      });
      const grants = [1, 2, 3].map((amount) => {
        expected += amount;
        const bucket = next() % 2 ? 'purchased' : 'subscription';
        const booking = { accountId: account.accountId, amount, refId: randomUUID() };
        return grantCredits(world.db.manager, { ...booking, bucket });
      });
      await Promise.all([...reserving, ...closed, ...grants]);
      const { sub, pur, heldSub, heldPur, jobs } = await world.balance(account);
      expect(sub + pur + heldSub + heldPur, `round ${round}`).to.equal(expected);
      expect(jobs).to.equal(open.size).and.to.be.at.most(12);
    }
    await Promise.all([...open.keys()].map((id) => world.close(id, 0)));
    expect(await world.balance(account)).to.include({ heldSub: 0, heldPur: 0, jobs: 0 });
  });

  it('close a hold only once with 32 callers and 32 reservations', async () => {
    const raised = { concurrent_jobs: 33 };
    const account = await buildAccount(world.db, { credits: 100, raised });
    const { id } = await world.reserve(account, { price: 40 });
    const results = await every<unknown>(async (index) => {
      if (index % 2) return world.close(id, 0);
      return (await world.reserve(account, { price: 1 })).ok ? 'admitted' : 'refused';
    });
    expect(results.filter((result) => result === 40)).to.have.length(1);
    expect(results.filter((result) => result === 'admitted')).to.have.length(32);
    expect(await world.balance(account)).to.include({ sub: 68, heldSub: 32, jobs: 32 });
  });
});
