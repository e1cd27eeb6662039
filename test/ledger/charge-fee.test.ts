import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { chargeFee, type Fee, type FeeCharged } from '../../domain/ledger/charge-fee.js';
import { SocialFee } from '../../entities/social-fee.js';
import { buildAccount, type AccountOptions, type TestAccount } from '../support/accounts.js';
import { ledgerWorld } from './world.js';

describe('chargeFee', () => {
  const world = ledgerWorld(8);
  const newAccount = (options: AccountOptions) => buildAccount(world.db, options);

  /** Charges a fee, and stores its period like the callers of `chargeFee`. */
  const pay = ({ accountId }: TestAccount, given: Partial<Fee> = {}): Promise<FeeCharged> =>
    world.db.transaction(async (tx) => {
      const refId = given.refId ?? `${randomUUID()}/1`;
      const now = new Date();
      const fee = {
        accountId,
        refType: 'social_account',
        price: 50,
        now,
        ...given,
        refId,
      } as const;
      const charged = await chargeFee(tx, fee);
      if (charged.outcome === 'charged') {
        await tx.insert(SocialFee, {
          id: refId,
          accountId,
          platform: 'threads',
          remoteId: refId,
          paidFor: refId,
          credits: fee.price,
          paidUntil: fee.now,
        });
      }
      return charged;
    });
  const feesOf = (account: TestAccount) =>
    world.rows<{ bucket: string; amount: number }>(
      `SELECT e.bucket, e.amount::int FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id
       WHERE t.account_id = $1 AND t.kind = 'fee' ORDER BY e.id`,
      account,
    );

  it('takes subscription credits before purchased credits, without a hold, slot or monthly usage', async () => {
    const payer = await newAccount({ credits: 30, purchased: 100 });
    expect(await pay(payer)).to.deep.equal({ outcome: 'charged', lowBalance: null });
    const left = { sub: 0, pur: 80, heldSub: 0, heldPur: 0, jobs: 0 };
    expect(await world.balance(payer)).to.deep.equal(left);
    expect(await feesOf(payer)).to.have.deep.members([
      { bucket: 'sub', amount: -30 },
      { bucket: 'pur', amount: -20 },
      { bucket: 'revenue', amount: 50 },
    ]);
    expect(await world.spent(payer)).to.deep.equal({});
  });

  it('charges nothing when the balance is too low', async () => {
    const payer = await newAccount({ credits: 30, purchased: 19 });
    expect(await pay(payer)).to.deep.equal({ outcome: 'unpaid' });
    expect(await world.balance(payer)).to.include({ sub: 30, pur: 19 });
    expect(await feesOf(payer)).to.deep.equal([]);
  });

  it('can spend the last credit', async () => {
    const payer = await newAccount({ credits: 31, purchased: 19 });
    expect(await pay(payer)).to.deep.equal({ outcome: 'charged', lowBalance: 0 });
    expect(await world.balance(payer)).to.include({ sub: 0, pur: 0 });
  });

  it('does not use held credits', async () => {
    const payer = await newAccount({ credits: 60 });
    await world.reserve(payer, { price: 20 });
    expect(await pay(payer)).to.deep.equal({ outcome: 'unpaid' });
    expect(await world.balance(payer)).to.include({ sub: 40, heldSub: 20 });
  });

  it('charges once per period, even under ten concurrent calls', async () => {
    const payer = await newAccount({ credits: 500 });
    const refId = `${randomUUID()}/3`;
    const all = await Promise.all(Array.from({ length: 10 }, () => pay(payer, { refId })));
    expect(all.map(({ outcome }) => outcome).toSorted()).to.deep.equal([
      'charged',
      ...Array.from({ length: 9 }, () => 'repeated'),
    ]);
    expect(await world.balance(payer)).to.include({ sub: 450 });
  });

  it('charges as many of ten concurrent periods as the credits cover', async () => {
    const payer = await newAccount({ credits: 120, purchased: 70 });
    const all = await Promise.all(Array.from({ length: 10 }, () => pay(payer)));
    expect(all.filter(({ outcome }) => outcome === 'charged')).to.have.length(3);
    expect(await world.balance(payer)).to.include({ sub: 0, pur: 40 });
  });

  it('never spends a credit twice during concurrent reservations', async () => {
    const payer = await newAccount({ credits: 200 });
    const [fees, reserved] = await Promise.all([
      Promise.all(Array.from({ length: 3 }, () => pay(payer))),
      Promise.all(Array.from({ length: 3 }, () => world.reserve(payer, { price: 40 }))),
    ]);
    const paid = fees.filter(({ outcome }) => outcome === 'charged').length;
    const held = reserved.filter(({ ok }) => ok).length;
    expect(await world.balance(payer)).to.include({
      sub: 200 - 50 * paid - 40 * held,
      heldSub: 40 * held,
    });
    expect(paid * 50 + held * 40).to.be.within(161, 200);
  });

  it('reports a low balance at most once a day, counting reservations too', async () => {
    const payer = await newAccount({ credits: 165 });
    const now = new Date('2026-12-31T23:59:59Z');
    expect(await pay(payer, { now })).to.deep.equal({ outcome: 'charged', lowBalance: null });
    expect(await pay(payer, { now })).to.deep.equal({ outcome: 'charged', lowBalance: null });
    expect(await pay(payer, { now })).to.deep.equal({ outcome: 'charged', lowBalance: 15 });
    expect(await world.reserve(payer, { price: 1, now })).to.include({ lowBalance: null });
    const nextDay = new Date('2027-01-01T00:00:00Z');
    expect(await world.reserve(payer, { price: 1, now: nextDay })).to.include({ lowBalance: 13 });
  });
});
