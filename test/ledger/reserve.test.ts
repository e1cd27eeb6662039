import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Hold } from '../../entities/hold.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { formatUtcMonth, reserve } from '../../domain/ledger/reserve.js';
import { ROLES, listRoleScopes } from '../../domain/catalogue/roles.js';
import { createId } from '../../domain/contract/ids.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { until } from '../support/until.js';
import {
  buildAccount,
  joinAs,
  type AccountOptions,
  type TestAccount,
} from '../support/accounts.js';
import { ledgerWorld } from './world.js';
import { failureOf } from '../support/failure.js';

describe('reserve', () => {
  const world = ledgerWorld();
  const account = (options: AccountOptions) => buildAccount(world.db, options);
  const spoil = (change: string, { accountId }: TestAccount) =>
    world.db.query(`UPDATE account SET ${change} WHERE id = $1`, [accountId]);

  it('takes subscription credits before purchased credits, and records the split', async () => {
    const buyer = await account({ credits: 5, purchased: 30 });
    const { id } = await world.reserve(buyer, { price: 8 });
    expect(await world.balance(buyer)).to.deep.equal({
      sub: 0,
      pur: 27,
      heldSub: 5,
      heldPur: 3,
      jobs: 1,
    });
    const hold = await world.db.manager.findOneByOrFail(Hold, { refId: id });
    expect(hold).to.include({ sub: 5, pur: 3, state: 'open', settledSub: 0, settledPur: 0 });
    expect(hold.closedAt).to.equal(null);
  });

  for (const role of ROLES) {
    for (const [refType, scope] of [
      ['generation', 'generate'],
      ['character', 'generate'],
      ['social_post', 'social'],
    ] as const) {
      const isAllowed = listRoleScopes(role).includes(scope);
      it(`${isAllowed ? 'accepts' : 'refuses'} a ${refType} by a key whose member is now ${role}`, async () => {
        const buyer = await account({ credits: 5 });
        await joinAs(world.db, buyer, role);
        const { accountId, keyId } = buyer;
        const [holdId, refId, now] = [createId('hold'), createId('gen'), new Date()];
        const wanted = { accountId, keyId, holdId, refType, refId, price: 2, now };
        const runner = world.db.createQueryRunner();
        await runner.startTransaction();
        const reserved = await reserve(runner.manager, wanted);
        await runner.rollbackTransaction();
        await runner.release();
        expect(reserved.ok ? 'ok' : reserved.reason).to.equal(isAllowed ? 'ok' : 'role');
      });
    }
  }

  it('books one entry for each bucket that contributes to the hold', async () => {
    const buyer = await account({ credits: 5, purchased: 30 });
    await world.reserve(buyer, { price: 5 });
    const entries = await world.rows(
      `SELECT e.bucket, e.amount::int FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id
       WHERE t.account_id = $1 AND t.kind = 'hold' ORDER BY e.id`,
      buyer,
    );
    expect(entries).to.have.deep.members([
      { bucket: 'sub', amount: -5 },
      { bucket: 'held_sub', amount: 5 },
    ]);
  });

  it('combines both buckets for a price that exceeds each of them', async () => {
    const buyer = await account({ credits: 6, purchased: 7 });
    expect((await world.reserve(buyer, { price: 13 })).ok).to.equal(true);
    expect(await world.balance(buyer)).to.include({ sub: 0, pur: 0, heldSub: 6, heldPur: 7 });
  });

  for (const [name, options] of [
    ['without purchased credits', { credits: 3 }],
    ['without subscription credits', { credits: 0, purchased: 3 }],
  ] as const) {
    it(`spends an account ${name} down to zero but not below`, async () => {
      const buyer = await account(options);
      expect((await world.reserve(buyer, { price: 3 })).ok).to.equal(true);
      expect(await world.reserve(buyer, { price: 1 })).to.deep.include({
        ok: false,
        reason: 'credits',
        available: 0,
        held: 3,
      });
    });
  }

  it('refuses a price above the balance, and returns the available and held credits', async () => {
    const buyer = await account({ credits: 6, purchased: 7 });
    await world.reserve(buyer, { price: 4 });
    expect(await world.reserve(buyer, { price: 10 })).to.deep.include({
      ok: false,
      reason: 'credits',
      available: 9,
      held: 4,
    });
  });

  it('checks the cap first, then the credits, the slots and finally the rate', async () => {
    const poor = await account({ credits: 2, raised: { images_per_minute: 1 } });
    await spoil('generations_counted = 2', poor);
    const price = 5;
    const reasons: string[] = [];
    for (const order of [
      { price, monthlyCap: 4, jobsMax: 0 },
      { price, monthlyCap: 5, jobsMax: 0 },
      { price: 2, monthlyCap: 5, jobsMax: 0 },
      { price: 2, monthlyCap: 5, jobsMax: 1 },
    ]) {
      const reserved = await world.reserve(poor, order);
      reasons.push(reserved.ok ? 'ok' : reserved.reason);
    }
    expect(reasons).to.deep.equal(['cap', 'credits', 'slots', 'rate']);
  });

  for (const [reason, order, change] of [
    ['cap', { price: 5, monthlyCap: 4 }],
    ['credits', { price: 11 }],
    ['slots', { price: 5, jobsMax: 0 }],
    ['suspended', { price: 5 }, 'suspended_at = now()'],
    ['rate', { price: 5 }, `generations_counted = 20, raised_limits = '{}'`],
  ] as const) {
    it(`changes nothing when it refuses with the reason "${reason}"`, async () => {
      const buyer = await account({ credits: 10 });
      if (change) await spoil(change, buyer);
      const reserved = await world.reserve(buyer, order);
      expect(reserved).to.include({ ok: false, reason });
      expect(await world.balance(buyer)).to.include({ sub: 10, heldSub: 0, jobs: 0 });
      expect(await world.spent(buyer)).to.deep.equal({});
      expect(await world.rows('SELECT 1 FROM hold WHERE account_id = $1', buyer)).to.be.empty;
      const kinds = await world.rows('SELECT kind FROM ledger_tx WHERE account_id = $1', buyer);
      expect(kinds).to.deep.equal([{ kind: 'grant' }]);
    });
  }

  it('refuses a key that is revoked, unknown or from another account', async () => {
    const [buyer, stranger] = [await account({}), await account({})];
    const second = await world.key(buyer);
    await revokeKey(world.db.manager, second.keyId);
    for (const keyId of [second.keyId, stranger.keyId, 'key_none']) {
      expect(await world.reserve({ ...buyer, keyId }, { price: 1 })).to.include({ reason: 'key' });
    }
    expect((await world.reserve(buyer, { price: 1 })).ok).to.equal(true);
  });

  it('waits for a revocation in progress, and then refuses', async () => {
    const buyer = await account({});
    const [waiting] = await world.db.transaction(async (tx) => {
      await revokeKey(tx, buyer.keyId);
      const reserving = world.reserve(buyer, { price: 1 });
      await until('the reservation waits for the key', async () => {
        const rows: unknown[] = await world.db.query(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length === 1;
      });
      return [reserving] as const;
    });
    expect(await waiting).to.include({ ok: false, reason: 'key' });
  });

  it('changes nothing if the caller then rolls back', async () => {
    const buyer = await account({ credits: 10, purchased: 10 });
    const before = await world.balance(buyer);
    const { accountId, keyId } = buyer;
    await world.db
      .transaction(async (tx) => {
        const reserved = await reserve(tx, {
          accountId,
          keyId,
          holdId: createId('hold'),
          refType: 'generation',
          refId: createId('gen'),
          price: 15,
          now: new Date(),
        });
        expect(reserved).to.deep.equal({ ok: true, lowBalance: 5 });
        throw new Error('what came after it failed');
      })
      .catch(() => undefined);
    expect(await world.balance(buyer)).to.deep.equal(before);
    expect(await world.spent(buyer)).to.deep.equal({});
    expect(await world.rows('SELECT 1 FROM hold WHERE account_id = $1', buyer)).to.be.empty;
    expect(await world.reserve(buyer, { price: 1 }), 'the notice is not used up').to.include({
      lowBalance: 19,
    });
  });

  it('creates only one hold for a generation', async () => {
    const buyer = await account({ credits: 10 });
    const { id } = await world.reserve(buyer, { price: 2 });
    const { accountId, keyId } = buyer;
    const again = reserve(world.db.manager, {
      accountId,
      keyId,
      holdId: createId('hold'),
      refType: 'generation',
      refId: id,
      price: 2,
      now: new Date(),
    });
    expect((await failureOf(again)).message).to.match(/"(hold|ledger_tx)_ref"/);
    expect(await world.balance(buyer)).to.include({ sub: 8, heldSub: 2, jobs: 1 });
  });

  it('admits exactly up to the cap, and counts each key separately', async () => {
    const buyer = await account({ credits: 100 });
    const other = await world.key(buyer);
    const monthlyCap = 10;
    const order = { price: 4, monthlyCap };
    expect((await world.reserve(buyer, order)).ok).to.equal(true);
    expect((await world.reserve(buyer, { price: 6, monthlyCap })).ok).to.equal(true);
    expect(await world.reserve(buyer, { price: 1, monthlyCap })).to.include({ reason: 'cap' });
    expect((await world.reserve(other, order)).ok).to.equal(true);
    expect(Object.values(await world.spent(buyer))).to.deep.equal([10]);
    expect(Object.values(await world.spent(other))).to.deep.equal([4]);
  });

  it('counts spending without a cap, so that a cap set later includes it', async () => {
    const buyer = await account({ credits: 100 });
    await world.reserve(buyer, { price: 9 });
    expect(await world.reserve(buyer, { price: 2, monthlyCap: 10 })).to.include({ reason: 'cap' });
    expect((await world.reserve(buyer, { price: 1, monthlyCap: 10 })).ok).to.equal(true);
  });

  it('resets the cap at the start of the UTC month, to the millisecond', async () => {
    const buyer = await account({ credits: 100 });
    const order = { price: 10, monthlyCap: 10 };
    const last = new Date('2026-01-31T23:59:59.999Z');
    const first = new Date('2026-02-01T00:00:00.000Z');
    expect((await world.reserve(buyer, { ...order, now: last })).ok).to.equal(true);
    expect(await world.reserve(buyer, { ...order, now: last })).to.include({ reason: 'cap' });
    expect((await world.reserve(buyer, { ...order, now: first })).ok).to.equal(true);
    expect(await world.spent(buyer)).to.deep.equal({ '2026-01-01': 10, '2026-02-01': 10 });
  });

  it('uses the UTC month in any process time zone', () => {
    expect(formatUtcMonth(new Date('2026-02-28T23:30:00-05:00'))).to.equal('2026-03-01');
    expect(formatUtcMonth(new Date('2026-03-01T00:30:00+14:00'))).to.equal('2026-02-01');
  });

  it('reports a low balance once per UTC day, and again the next day', async () => {
    const buyer = await account({ credits: 25 });
    const low = async (price: number, now: string) => {
      const reserved = await world.reserve(buyer, { price, now: new Date(now) });
      return reserved.ok ? reserved.lowBalance : expect.fail('refused');
    };
    expect(await low(5, '2026-05-01T10:00:00Z'), '20 is not below 20').to.equal(null);
    expect(await low(1, '2026-05-01T10:00:01Z')).to.equal(19);
    expect(await low(1, '2026-05-01T23:59:59.999Z'), 'the same day').to.equal(null);
    expect(await low(1, '2026-05-02T00:00:00Z'), 'the next day').to.equal(17);
  });

  it('adds up both buckets to detect a low balance', async () => {
    const buyer = await account({ credits: 1, purchased: 30 });
    expect(await world.reserve(buyer, { price: 1 })).to.include({ lowBalance: null });
    expect(await world.reserve(buyer, { price: 11 })).to.include({ lowBalance: 19 });
  });

  it('does not use up the notice of the day when it refuses', async () => {
    const buyer = await account({ credits: 10 });
    expect(await world.reserve(buyer, { price: 1, jobsMax: 0 })).to.include({ reason: 'slots' });
    expect(await world.reserve(buyer, { price: 1, jobsMax: 1 })).to.include({ lowBalance: 9 });
  });

  it('reports a low balance again only on another day, even if the balance recovered meanwhile', async () => {
    const buyer = await account({ credits: 20 });
    const now = new Date('2026-05-01T10:00:00Z');
    expect(await world.reserve(buyer, { price: 1, now })).to.include({ lowBalance: 19 });
    await grantCredits(world.db.manager, {
      accountId: buyer.accountId,
      bucket: 'purchased',
      amount: 100,
      refId: randomUUID(),
    });
    expect(await world.reserve(buyer, { price: 100, now })).to.include({ lowBalance: null });
  });

  it('holds only a slot when the price is zero', async () => {
    const buyer = await account({ credits: 0 });
    const { ok, id } = await world.reserve(buyer, { price: 0, monthlyCap: 0 });
    expect(ok).to.equal(true);
    expect(await world.balance(buyer)).to.include({ sub: 0, heldSub: 0, jobs: 1 });
    expect(await world.close(id, 'all')).to.equal(0);
  });

  it('throws for an account that does not exist', async () => {
    const nobody = { accountId: 'acc_none', keyId: 'key_none', apiKey: '' };
    const { message } = await failureOf(world.reserve(nobody, { price: 1 }));
    expect(message).to.include('does not exist');
    expect(await world.spent(nobody)).to.deep.equal({});
  });
});
