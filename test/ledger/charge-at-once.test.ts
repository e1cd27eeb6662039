import { expect } from 'chai';
import { Hold } from '../../entities/hold.js';
import { charge, type Charge, type Charged } from '../../domain/ledger/charge-at-once.js';
import { newId, newSubjectId } from '../../domain/contract/ids.js';
import { buildAccount, type AccountOptions, type TestAccount } from '../support/accounts.js';
import { ledgerWorld, type Allowance } from './world.js';
import { failureOf } from '../support/failure.js';

class RolledBack extends Error {
  constructor(readonly charged: Charged) {
    super('refused');
  }
}

describe('charge', () => {
  const world = ledgerWorld();
  const newAccount = (options: AccountOptions) => buildAccount(world.db, options);

  /** Charges as callers must: a refusal is rolled back. */
  async function pay(
    account: TestAccount,
    { monthlyCap, ...order }: Partial<Charge> & Allowance & { price: number },
  ): Promise<Charged> {
    await world.allow(account, { monthlyCap });
    const { accountId, keyId } = account;
    const ids = { accountId, keyId, holdId: newId('hold'), refId: newSubjectId() };
    const defaults = { refType: 'character', now: new Date() } as const;
    const work = world.db.transaction(async (tx) => {
      const charged = await charge(tx, { ...ids, ...defaults, ...order });
      if (!charged.ok) throw new RolledBack(charged);
      return charged;
    });
    return work.catch((error: unknown) => {
      if (error instanceof RolledBack) return error.charged;
      throw error;
    });
  }

  it('takes subscription credits before purchased ones, holds nothing and takes no slot', async () => {
    const buyer = await newAccount({ credits: 5, purchased: 30 });
    const refId = newSubjectId();
    expect(await pay(buyer, { price: 8, refId })).to.deep.equal({ ok: true, lowBalance: null });
    expect(await world.balance(buyer)).to.deep.equal({
      sub: 0,
      pur: 27,
      heldSub: 0,
      heldPur: 0,
      jobs: 0,
    });
    const hold = await world.db.manager.findOneByOrFail(Hold, { refId });
    expect(hold).to.include({ state: 'settled', refType: 'character', settledSub: 5 });
    expect(hold).to.include({ settledPur: 3 });
    expect(Object.values(await world.spent(buyer))).to.deep.equal([8]);
  });

  it('is booked as a hold and its settlement', async () => {
    const buyer = await newAccount({ credits: 5 });
    await pay(buyer, { price: 2 });
    const entries = await world.rows(
      `SELECT t.kind, e.bucket, e.amount::int FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id
       WHERE t.account_id = $1 AND t.ref_type = 'character' ORDER BY e.id`,
      buyer,
    );
    expect(entries).to.have.deep.members([
      { kind: 'hold', bucket: 'sub', amount: -2 },
      { kind: 'hold', bucket: 'held_sub', amount: 2 },
      { kind: 'settle', bucket: 'held_sub', amount: -2 },
      { kind: 'settle', bucket: 'revenue', amount: 2 },
    ]);
  });

  it('needs no slot, and leaves those of running jobs alone', async () => {
    const buyer = await newAccount({ credits: 20 });
    const { id } = await world.reserve(buyer, { price: 3, jobsMax: 1 });
    expect(await world.reserve(buyer, { price: 3, jobsMax: 1 })).to.include({ reason: 'slots' });
    expect((await pay(buyer, { price: 2 })).ok).to.equal(true);
    expect(await world.balance(buyer)).to.include({ sub: 15, heldSub: 3, jobs: 1 });
    await world.close(id, 'all');
    expect(await world.balance(buyer)).to.include({ sub: 15, heldSub: 0, jobs: 0 });
  });

  it('refuses for the cap before the credits, telling the figures, and leaves nothing behind', async () => {
    const buyer = await newAccount({ credits: 4 });
    await world.reserve(buyer, { price: 3 });
    const before = await world.balance(buyer);
    expect(await pay(buyer, { price: 2, monthlyCap: 4 })).to.deep.equal({
      ok: false,
      reason: 'cap',
      cap: 4,
      spent: 3,
      isAgent: false,
    });
    expect(await pay(buyer, { price: 2, monthlyCap: 5 })).to.deep.equal({
      ok: false,
      reason: 'credits',
      available: 1,
      held: 3,
    });
    expect(await world.balance(buyer)).to.deep.equal(before);
    expect(Object.values(await world.spent(buyer))).to.deep.equal([3]);
  });

  it('counts for the month of the key together with reservations', async () => {
    const buyer = await newAccount({ credits: 50 });
    await world.reserve(buyer, { price: 6, monthlyCap: 10 });
    expect((await pay(buyer, { price: 4, monthlyCap: 10 })).ok).to.equal(true);
    expect(await pay(buyer, { price: 1, monthlyCap: 10 })).to.include({ reason: 'cap' });
    expect(await world.reserve(buyer, { price: 1, monthlyCap: 10 })).to.include({ reason: 'cap' });
  });

  it('tells a low balance once a day, whether a charge or a reservation caused it', async () => {
    const buyer = await newAccount({ credits: 21 });
    expect(await pay(buyer, { price: 2 })).to.include({ lowBalance: 19 });
    expect(await pay(buyer, { price: 2 })).to.include({ lowBalance: null });
    expect(await world.reserve(buyer, { price: 1 })).to.include({ lowBalance: null });
  });

  it('of twenty at once exactly as many are paid as there are credits for', async () => {
    const buyer = await newAccount({ credits: 7, purchased: 4 });
    const all = await Promise.all(Array.from({ length: 20 }, () => pay(buyer, { price: 2 })));
    expect(all.filter(({ ok }) => ok)).to.have.length(5);
    expect(await world.balance(buyer)).to.include({ sub: 0, pur: 1, heldSub: 0, heldPur: 0 });
  });

  it('the same thing is never paid for twice', async () => {
    const buyer = await newAccount({ credits: 9 });
    const refId = newSubjectId();
    await pay(buyer, { price: 2, refId });
    const { message } = await failureOf(pay(buyer, { price: 2, refId }));
    expect(message).to.match(/"(hold|ledger_tx)_ref"/);
    expect(await world.balance(buyer)).to.include({ sub: 7 });
  });
});
