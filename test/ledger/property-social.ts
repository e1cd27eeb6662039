import { expect } from 'chai';
import fc from 'fast-check';
import { grantOnce } from '../../domain/accounts/grant-once.js';
import { createSubjectId } from '../../domain/contract/ids.js';
import { chargeDueFees } from '../../domain/social/accounts/charge-due-fees.js';
import { endCharacterAccounts } from '../../domain/social/accounts/end-accounts.js';
import { SocialAccount } from '../../entities/social-account.js';
import { connect } from '../social/connected.js';
import { feeDeps } from '../social/fee-deps.js';
import { acceptPost, settleWith } from './posts.js';
import { always, command, type Command } from './property-commands.js';
import type { Model } from './property-model.js';
import type { Real } from './property-real.js';

/** Thrown when the ledger refuses, so that the transaction is rolled back. */
class Refused extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

const prices = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 });

const post = fc.tuple(fc.nat(1), prices).map(([keyIndex, all]) =>
  command(`post for ${all.join('+')} by key ${keyIndex}`, always, async (model, real) => {
    const { now } = model;
    const price = all.reduce((sum, one) => sum + one, 0);
    const order = { keyIndex, price, now };
    const expected = model.outcome(order);
    const payer = { accountId: real.accountId, keyId: real.keyIds[keyIndex] ?? '', now };
    const work = real.db.transaction(async (tx) => {
      const reserved = await acceptPost(tx, payer, all);
      if (!reserved.ok) throw new Refused(reserved.reason);
      return reserved;
    });
    const done = await work.catch((error: unknown) => {
      if (error instanceof Refused) return error.reason;
      throw error;
    });
    // A post does not need a slot, so it succeeds even if all slots are in use.
    if (typeof done === 'string') return void expect(done).to.equal(expected);
    expect(expected).to.be.oneOf(['ok', 'slots']);
    const { sub, pur, low } = model.take(order);
    expect(done.lowBalance).to.equal(low);
    const month = `${now.toISOString().slice(0, 7)}-01`;
    const rest = { prices: all, status: 'scheduled', refunded: 0 } as const;
    model.posts.push({ id: done.id, keyIndex, month, sub, pur, ...rest });
  }),
);

const waiting = (model: Model) => model.posts.filter(({ status }) => status === 'scheduled');

/** Settles twice concurrently. Only one of the calls moves the credits. */
const settle = fc.tuple(fc.nat(9), fc.nat(5)).map(([pick, wanted]) =>
  command(
    `settle post #${pick}, ${wanted} platforms out`,
    (model) => waiting(model).length > 0,
    async (model, real) => {
      const one = waiting(model)[pick % waiting(model).length] ?? expect.fail();
      const out = Math.min(wanted, one.prices.length);
      const end = () => real.db.transaction((tx) => settleWith(tx, one.id, out));
      const refunds = await Promise.all([end(), end()]);
      const kept = one.prices.slice(0, out).reduce((sum, price) => sum + price, 0);
      one.refunded = model.close(one, kept);
      one.status = out === 0 ? 'failed' : out === one.prices.length ? 'published' : 'partial';
      expect(refunds).to.have.members([one.refunded, null]);
    },
  ),
);

const grantMuch = fc.constant(
  command('grant enough for two fees', always, async (model, real) => {
    const ref = real.newKey();
    const booking = { accountId: real.accountId, bucket: 'purchased', amount: 100, ref } as const;
    await real.db.transaction((tx) => grantOnce(tx, booking));
    model.grant('purchased', 100, ref);
  }),
);

async function connectRemote(model: Model, real: Real, remoteId: string): Promise<void> {
  const { now } = model;
  const { id } = await connect(feeDeps(real.db), real, { remoteId, now });
  model.connections.connect(model, id, remoteId, now);
}

const connectNew = fc.constant(
  command('connect an account', always, (model, real) =>
    connectRemote(model, real, createSubjectId()),
  ),
);

/** The account may already be connected to another character. */
const connectAgain = fc.nat(9).map((pick) =>
  command(
    `connect again what was #${pick}`,
    (model) => model.connections.remotes.length > 0,
    (model, real) => {
      const { remotes } = model.connections;
      return connectRemote(model, real, remotes[pick % remotes.length] ?? expect.fail());
    },
  ),
);

const disconnect = fc.nat(9).map((pick) =>
  command(
    `disconnect account #${pick}`,
    (model) => model.connections.all.length > 0,
    async (model, real) => {
      const { all } = model.connections;
      const one = all[pick % all.length] ?? expect.fail();
      const row = await real.db.manager.findOneByOrFail(SocialAccount, { id: one.id });
      const ended = await real.db.transaction((tx) => endCharacterAccounts(tx, row));
      expect(ended.map(({ id }) => id)).to.deep.equal([one.id]);
      model.connections.disconnect(model, one);
    },
  ),
);

/**
 * Fees are collected in the order of the account ids, and a second round does not find a due fee.
 */
const feesDue = fc.constant(
  command('all fees are due', always, async (model, real) => {
    const { now } = model;
    await real.db.query('UPDATE social_account SET fee_due_at = $1', [now]);
    const round = () => chargeDueFees(feeDeps(real.db), { now });
    const done = [await round(), await round()];
    const expected = { charged: 0, unpaid: 0, free: 0 };
    const byId = model.connections.all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const one of byId) expected[model.connections.read(model, one, now)] += 1;
    expect(done).to.deep.equal([expected, { charged: 0, unpaid: 0, free: 0 }]);
  }),
);

export const SOCIAL_COMMANDS: fc.Arbitrary<Command>[] = [
  post,
  post,
  settle,
  settle,
  grantMuch,
  connectNew,
  connectNew,
  connectAgain,
  connectAgain,
  disconnect,
  feesDue,
  feesDue,
];
