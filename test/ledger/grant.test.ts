import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { grantCredits, type Grant } from '../../domain/ledger/grant.js';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { ledgerWorld } from './world.js';
import { failureOf } from '../support/failure.js';

describe('grantCredits', () => {
  const world = ledgerWorld(16);
  const grant = (
    { accountId }: Pick<TestAccount, 'accountId'>,
    amount: number,
    more: Partial<Grant> = {},
  ) =>
    grantCredits(world.db.manager, {
      accountId,
      amount,
      bucket: 'subscription',
      refId: randomUUID(),
      ...more,
    });

  for (const [bucket, expected, entries] of [
    ['subscription', { sub: 17, pur: 0 }, { sub: 7, grants: -7 }],
    ['purchased', { sub: 10, pur: 7 }, { pur: 7, cash: -7 }],
  ] as const) {
    it(`adds ${bucket} credits to their bucket, balanced by the house account`, async () => {
      const account = await buildAccount(world.db, { credits: 10 });
      const refId = randomUUID();
      expect(await grant(account, 7, { bucket, refId })).to.equal(true);
      expect(await world.balance(account)).to.include({ ...expected, heldSub: 0, jobs: 0 });
      const rows: { bucket: string; amount: number }[] = await world.db.query(
        `SELECT e.bucket, e.amount::int FROM ledger_entry e
         JOIN ledger_tx t ON t.id = e.tx_id WHERE t.ref_id = $1`,
        [refId],
      );
      const booked = Object.fromEntries(rows.map((row) => [row.bucket, row.amount]));
      expect(booked).to.deep.equal(entries);
    });
  }

  it('books each reference only once, even if a caller repeats it with another amount', async () => {
    const account = await buildAccount(world.db, { credits: 0 });
    const refId = randomUUID();
    expect(await grant(account, 5, { refId })).to.equal(true);
    expect(await grant(account, 5, { refId })).to.equal(false);
    expect(await grant(account, 500, { refId })).to.equal(false);
    expect(await world.balance(account)).to.include({ sub: 5 });
  });

  it('books each reference only once under sixteen concurrent calls', async () => {
    const account = await buildAccount(world.db, { credits: 0 });
    const refId = randomUUID();
    const booked = await Promise.all(
      Array.from({ length: 16 }, () => grant(account, 5, { refId })),
    );
    expect(booked.filter(Boolean)).to.have.length(1);
    expect(await world.balance(account)).to.include({ sub: 5 });
  });

  it('books all of sixteen concurrent grants', async () => {
    const account = await buildAccount(world.db, { credits: 0 });
    await Promise.all(Array.from({ length: 16 }, (_, index) => grant(account, index + 1)));
    expect(await world.balance(account)).to.include({ sub: 136 });
  });

  it('books nothing for an account that does not exist', async () => {
    const refId = randomUUID();
    expect(await grant({ accountId: 'acc_none' }, 5, { refId })).to.equal(false);
    const rows: unknown[] = await world.db.query('SELECT 1 FROM ledger_tx WHERE ref_id = $1', [
      refId,
    ]);
    expect(rows).to.be.empty;
  });

  it('leaves the reference available when the caller rolls back', async () => {
    const account = await buildAccount(world.db, { credits: 0 });
    const refId = randomUUID();
    await world.db
      .transaction(async (tx) => {
        const booking = { accountId: account.accountId, amount: 5, refId } as const;
        await grantCredits(tx, { ...booking, bucket: 'purchased' });
        throw new Error('what came after it failed');
      })
      .catch(() => undefined);
    expect(await world.balance(account)).to.include({ pur: 0 });
    expect(await grant(account, 5, { refId, bucket: 'purchased' })).to.equal(true);
  });

  it('refuses a grant of zero', async () => {
    const account = await buildAccount(world.db, { credits: 0 });
    const { message } = await failureOf(grant(account, 0));
    expect(message).to.include('ledger_entry_amount');
  });
});
