import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Hold } from '../../entities/hold.js';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { buildAccount, type AccountOptions, type TestAccount } from '../support/accounts.js';
import { ledgerWorld } from './world.js';
import { failureOf } from '../support/failure.js';

describe('closeHold', () => {
  const world = ledgerWorld();
  const hold = (refId: string) => world.db.manager.findOneByOrFail(Hold, { refId });
  const closeAgain = (refId: string, settle: number | 'all') =>
    closeHold(world.db.manager, { refType: 'generation', refId, settle });
  const account = (options: AccountOptions) => buildAccount(world.db, options);

  /** Creates an account with 5 + 30 credits and a hold of 8: 5 subscription, 3 purchased. */
  async function holding() {
    const buyer = await account({ credits: 5, purchased: 30 });
    const { id } = await world.reserve(buyer, { price: 8 });
    return { buyer, id };
  }

  const revenue = async (buyer: TestAccount) => {
    const [row] = await world.rows<{ amount: number }>(
      `SELECT coalesce(sum(amount), 0)::int AS amount FROM ledger_entry
       WHERE account_id = $1 AND bucket = 'revenue'`,
      buyer,
    );
    return row?.amount;
  };

  it('settles the whole hold without a refund, frees the slot and books the price as revenue', async () => {
    const { buyer, id } = await holding();
    expect(await world.close(id, 'all')).to.equal(0);
    expect(await world.balance(buyer)).to.deep.equal({
      sub: 0,
      pur: 27,
      heldSub: 0,
      heldPur: 0,
      jobs: 0,
    });
    const row = await hold(id);
    expect(row).to.include({ state: 'settled', settledSub: 5, settledPur: 3 });
    expect(row.closedAt).to.be.a('date');
    expect(await revenue(buyer)).to.equal(8);
    expect(Object.values(await world.spent(buyer))).to.deep.equal([8]);
  });

  it('returns the whole hold to the buckets from which it was taken', async () => {
    const { buyer, id } = await holding();
    expect(await world.close(id, 0)).to.equal(8);
    expect(await world.balance(buyer)).to.deep.equal({
      sub: 5,
      pur: 30,
      heldSub: 0,
      heldPur: 0,
      jobs: 0,
    });
    expect(await hold(id)).to.include({ state: 'released', settledSub: 0, settledPur: 0 });
    expect(await revenue(buyer)).to.equal(0);
    expect(Object.values(await world.spent(buyer))).to.deep.equal([0]);
  });

  it('refunds to the recorded buckets even if the balance has changed since the hold', async () => {
    const { buyer, id } = await holding();
    await grantCredits(world.db.manager, {
      accountId: buyer.accountId,
      bucket: 'subscription',
      amount: 40,
      refId: randomUUID(),
    });
    await world.reserve(buyer, { price: 50 });
    expect(await world.balance(buyer)).to.include({ sub: 0, pur: 17 });
    await world.close(id, 0);
    expect(await world.balance(buyer)).to.include({ sub: 5, pur: 20 });
  });

  for (const { settle, settled, back } of [
    { settle: 6, settled: [5, 1], back: [0, 2] },
    { settle: 5, settled: [5, 0], back: [0, 3] },
    { settle: 2, settled: [2, 0], back: [3, 3] },
    { settle: 8, settled: [5, 3], back: [0, 0] },
    { settle: 9, settled: [5, 3], back: [0, 0] },
  ]) {
    it(`settles ${settle} of 8 credits, subscription first, and refunds the remaining credits`, async () => {
      const { buyer, id } = await holding();
      const refund = (back[0] ?? 0) + (back[1] ?? 0);
      expect(await world.close(id, settle)).to.equal(refund);
      const row = await hold(id);
      expect([row.settledSub, row.settledPur]).to.deep.equal(settled);
      expect(row.state).to.equal('settled');
      expect(await world.balance(buyer)).to.deep.equal({
        sub: back[0],
        pur: 27 + (back[1] ?? 0),
        heldSub: 0,
        heldPur: 0,
        jobs: 0,
      });
      expect(await revenue(buyer)).to.equal(8 - refund);
      expect(Object.values(await world.spent(buyer))).to.deep.equal([8 - refund]);
    });
  }

  for (const first of ['all', 0, 3] as const) {
    for (const second of ['all', 0, 3] as const) {
      it(`changes nothing when a hold closed with ${first} is closed again with ${second}`, async () => {
        const { buyer, id } = await holding();
        await world.close(id, first);
        const before = [await world.balance(buyer), await world.spent(buyer), await hold(id)];
        expect(await closeAgain(id, second)).to.equal(null);
        const after = [await world.balance(buyer), await world.spent(buyer), await hold(id)];
        expect(after).to.deep.equal(before);
      });
    }
  }

  it('refunds once when sixteen callers close concurrently', async () => {
    const { buyer, id } = await holding();
    await world.db.query(
      "UPDATE generation SET status = 'failed', refunded_credits = credits WHERE id = $1",
      [id],
    );
    const closings = Array.from({ length: 16 }, () => closeAgain(id, 0));
    const refunds = (await Promise.all(closings)).filter((refund) => refund !== null);
    expect(refunds).to.deep.equal([8]);
    expect(await world.balance(buyer)).to.include({ sub: 5, pur: 30, jobs: 0 });
  });

  it('returns null for an unknown generation', async () => {
    expect(await closeAgain('gen_unknown', 'all')).to.equal(null);
  });

  it("lowers the usage of the hold's month, not of the current month", async () => {
    const buyer = await account({ credits: 100 });
    const last = await world.reserve(buyer, { price: 9, now: new Date('2026-03-31T23:59:59Z') });
    await world.reserve(buyer, { price: 7, now: new Date('2026-04-01T00:00:01Z') });
    await world.close(last.id, 4);
    expect(await world.spent(buyer)).to.deep.equal({ '2026-03-01': 4, '2026-04-01': 7 });
  });

  it("restores the cap of the hold's month", async () => {
    const buyer = await account({ credits: 100 });
    const now = new Date('2026-03-15T00:00:00Z');
    const order = { price: 6, monthlyCap: 10, now };
    const { id } = await world.reserve(buyer, order);
    expect(await world.reserve(buyer, order)).to.include({ reason: 'cap' });
    await world.close(id, 0);
    expect((await world.reserve(buyer, order)).ok).to.equal(true);
  });

  it('leaves the hold open when the caller rolls back', async () => {
    const { buyer, id } = await holding();
    const before = await world.balance(buyer);
    await world.db
      .transaction(async (tx) => {
        await closeHold(tx, { refType: 'generation', refId: id, settle: 'all' });
        throw new Error('what came after it failed');
      })
      .catch(() => undefined);
    expect(await world.balance(buyer)).to.deep.equal(before);
    expect(await hold(id)).to.include({ state: 'open', closedAt: null });
    expect(await world.close(id, 'all')).to.equal(0);
  });

  it('refuses a negative settlement', async () => {
    const { buyer, id } = await holding();
    const before = await world.balance(buyer);
    const { message } = await failureOf(closeAgain(id, -1));
    expect(message).to.include('hold_amounts');
    expect(await world.balance(buyer)).to.deep.equal(before);
  });
});
