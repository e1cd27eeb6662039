import { expect } from 'chai';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import type { PlanName } from '../../domain/catalogue/plans.js';
import { FEE_PERIOD_MS } from '../../domain/catalogue/social-platforms.js';
import { createSubjectId } from '../../domain/contract/ids.js';
import { chargeDueFees } from '../../domain/social/accounts/charge-due-fees.js';
import { quoteConnectFee } from '../../domain/social/accounts/connect-fee.js';
import { endFees, lockConnections } from '../../domain/social/accounts/end-fees.js';
import { endCharacterAccounts } from '../../domain/social/accounts/end-accounts.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { SocialAccount } from '../../entities/social-account.js';
import { ledgerWorld } from '../ledger/world.js';
import { buildAccount, type AccountOptions, type TestAccount } from '../support/accounts.js';
import { failureOf } from '../support/failure.js';
import { connect as connectTo, type Connection } from './connected.js';
import { feeDeps } from './fee-deps.js';

const DAY = 86_400_000;

describe('the fee for connected accounts', () => {
  const world = ledgerWorld(8);
  const start = new Date('2026-12-20T10:00:00Z');
  const after = (days: number) => new Date(start.getTime() + days * DAY);
  const deps = () => feeDeps(world.db);

  const payerOf = (options: AccountOptions = {}) =>
    buildAccount(world.db, { plan: 'creator', credits: 500, ...options });
  const connect = (payer: TestAccount, wanted: Partial<Connection> = {}) =>
    connectTo(deps(), payer, { now: start, ...wanted });
  const round = (now: Date) => chargeDueFees(deps(), { now });
  const disconnect = ({ accountId }: TestAccount, { characterId }: Connection) =>
    world.db.transaction((tx) => endCharacterAccounts(tx, { accountId, characterId }));
  /** Changes the plan like the operator command. */
  const move = ({ accountId }: TestAccount, plan: PlanName) =>
    world.db.transaction(async (tx) => {
      await lockConnections(tx, accountId);
      await changePlan(tx, accountId, plan);
      await endFees(tx, accountId);
    });
  const rowOf = ({ id }: { id: string }) => world.db.manager.findOneByOrFail(SocialAccount, { id });
  const balance = async (payer: TestAccount) => (await world.balance(payer)).sub;

  /** Connects several accounts with their fees, the oldest first. */
  async function several(payer: TestAccount, count: number) {
    const connected = [];
    for (let index = 0; index < count; index += 1) connected.push(await connect(payer));
    return connected;
  }
  const feesOf = async (payer: TestAccount) =>
    (await world.db.manager.findBy(SocialAccount, { accountId: payer.accountId }))
      .map(({ feeCredits }) => feeCredits)
      .toSorted((a, b) => a - b);

  afterEach(() => world.db.query('DELETE FROM social_account'));

  it('is zero for the accounts that the plan includes, counted over all characters, and 50 for the next one', async () => {
    const payer = await payerOf();
    expect(await quoteConnectFee(world.db.manager, payer.accountId)).to.equal(0);
    await several(payer, 2);
    expect(await balance(payer)).to.equal(500);
    expect(await quoteConnectFee(world.db.manager, payer.accountId)).to.equal(50);
    const third = await connect(payer);
    expect(await balance(payer)).to.equal(450);
    expect(await rowOf(third)).to.deep.include({
      feeCredits: 50,
      feePeriod: 1,
      paymentDue: false,
      feeDueAt: after(30),
    });
  });

  it('depends on a raised limit instead of the plan', async () => {
    const payer = await payerOf();
    await raiseLimit(world.db.manager, payer.accountId, 'included_social_accounts', 3);
    await several(payer, 3);
    expect(await balance(payer)).to.equal(500);
    await connect(payer);
    expect(await balance(payer)).to.equal(450);
  });

  it('is zero for exactly two of ten accounts connected concurrently', async () => {
    const payer = await payerOf();
    await Promise.all(Array.from({ length: 10 }, () => connect(payer)));
    expect(await balance(payer)).to.equal(100);
    expect(await feesOf(payer)).to.deep.equal([0, 0, 50, 50, 50, 50, 50, 50, 50, 50]);
  });

  it('is charged every 30 days, even across a year end and a leap day', async () => {
    const payer = await payerOf();
    const [, , third] = await several(payer, 3);
    expect(await round(after(29))).to.deep.equal({ charged: 0, unpaid: 0, free: 0 });
    expect(await round(after(30))).to.deep.equal({ charged: 1, unpaid: 0, free: 2 });
    expect(await round(after(59))).to.deep.equal({ charged: 0, unpaid: 0, free: 0 });
    await round(after(60));
    expect(await balance(payer)).to.equal(350);
    if (!third) return expect.fail();
    expect(await rowOf(third)).to.deep.include({ feePeriod: 3, feeDueAt: after(90) });
  });

  it('is charged only once in concurrent rounds', async () => {
    const payer = await payerOf();
    await several(payer, 4);
    await Promise.all([1, 2, 3, 4].map(() => round(after(30))));
    expect(await balance(payer)).to.equal(300);
  });

  it('is charged only once after an outage of months, for the coming period', async () => {
    const payer = await payerOf();
    const [, , third] = await several(payer, 3);
    await round(after(200));
    await round(after(201));
    expect(await balance(payer)).to.equal(400);
    if (third) expect(await rowOf(third)).to.deep.include({ feeDueAt: after(230) });
  });

  it('pauses the account while unpaid, is retried every day, and starts a new period once paid', async () => {
    const payer = await payerOf({ credits: 60 });
    const [, , third] = await several(payer, 3);
    if (!third) return expect.fail();
    expect(await round(after(30))).to.deep.equal({ charged: 0, unpaid: 1, free: 2 });
    expect(await rowOf(third)).to.deep.include({
      paymentDue: true,
      feeCredits: 50,
      feePeriod: 1,
      feeDueAt: after(31),
    });
    expect(await round(after(31))).to.deep.equal({ charged: 0, unpaid: 1, free: 0 });
    const more = { accountId: payer.accountId, bucket: 'subscription', amount: 45 } as const;
    await grantCredits(world.db.manager, { ...more, refId: createSubjectId() });
    expect(await round(after(32))).to.deep.equal({ charged: 1, unpaid: 0, free: 0 });
    expect(await rowOf(third)).to.deep.include({
      paymentDue: false,
      feePeriod: 2,
      feeDueAt: after(62),
    });
    expect(await balance(payer)).to.equal(5);
  });

  it('becomes due without preventing the connection if the credits are too low', async () => {
    const payer = await payerOf({ credits: 49 });
    const [, , third] = await several(payer, 3);
    if (third) expect(await rowOf(third)).to.include({ paymentDue: true, feePeriod: 0 });
    expect(await balance(payer)).to.equal(49);
  });

  it('is dropped along with its debt once the plan has a free slot, for the oldest account first', async () => {
    const payer = await payerOf({ credits: 0 });
    const [first, second, third, fourth, fifth] = await several(payer, 5);
    if (!first || !second || !third || !fourth || !fifth) return expect.fail();
    const owed = async () => {
      const rows = await Promise.all([third, fourth, fifth].map(rowOf));
      return rows.map(({ paymentDue, feeCredits }) => paymentDue && feeCredits);
    };
    expect(await owed()).to.deep.equal([50, 50, 50]);
    await disconnect(payer, first);
    expect(await owed()).to.deep.equal([false, 50, 50]);
    await disconnect(payer, fourth);
    await disconnect(payer, second);
    const [, left] = await Promise.all([third, fifth].map(rowOf));
    expect(left).to.include({ paymentDue: false, feeCredits: 0 });
    expect(await feesOf(payer)).to.deep.equal([0, 0]);
    expect(await round(after(1))).to.deep.equal({ charged: 0, unpaid: 0, free: 2 });
    expect(await rowOf(third)).to.include({ paymentDue: false, feeCredits: 0 });
  });

  it('is not charged for included accounts when accounts are disconnected concurrently', async () => {
    for (let n = 0; n < 10; n += 1) {
      const payer = await payerOf({ credits: 1_000 });
      const connected = await several(payer, 8);
      await Promise.all([
        ...connected.slice(2).map((one) => disconnect(payer, one)),
        round(after(30)),
        connect(payer, { now: after(30) }),
      ]);
      // The two accounts that were included, and the new one.
      expect(await feesOf(payer)).to.deep.equal([0, 0, 50]);
      await disconnect(payer, connected[0] ?? expect.fail());
      expect(await feesOf(payer)).to.deep.equal([0, 0]);
      await world.db.query('DELETE FROM social_account');
    }
  });

  it('becomes zero for an account with a paid period when the account gets a free slot', async () => {
    const payer = await payerOf();
    const [first, , third] = await several(payer, 3);
    if (!first || !third) return expect.fail();
    await disconnect(payer, third);
    await disconnect(payer, first);
    const { remoteId } = third;
    expect(await rowOf(await connect(payer, { remoteId }))).to.include({ feeCredits: 0 });
  });

  it('changes with the plan: a smaller plan costs from the next due date, and a larger plan ends fees immediately', async () => {
    const payer = await payerOf({ plan: 'influencer' });
    await several(payer, 5);
    await move(payer, 'creator');
    await round(after(29));
    expect(await balance(payer)).to.equal(500);
    expect(await round(after(30))).to.deep.equal({ charged: 3, unpaid: 0, free: 2 });
    expect(await balance(payer)).to.equal(350);
    await move(payer, 'influencer');
    expect(await feesOf(payer)).to.deep.equal([0, 0, 0, 0, 0]);
    expect(await round(after(60))).to.deep.equal({ charged: 0, unpaid: 0, free: 5 });
    expect(await balance(payer)).to.equal(350);
  });

  it('pauses on the Free plan, which has no posts, and resumes within a day of an upgrade', async () => {
    const payer = await payerOf();
    await several(payer, 3);
    await changePlan(world.db.manager, payer.accountId, 'free');
    expect(await round(after(30))).to.deep.equal({ charged: 0, unpaid: 0, free: 3 });
    expect(await balance(payer)).to.equal(450);
    expect(await feesOf(payer)).to.deep.equal([0, 0, 0]);
    await changePlan(world.db.manager, payer.accountId, 'creator');
    expect(await round(after(31))).to.deep.equal({ charged: 1, unpaid: 0, free: 2 });
  });

  it('pauses while the paying account is suspended', async () => {
    const payer = await payerOf();
    await several(payer, 3);
    await suspendAccount(world.db.manager, payer.accountId);
    await round(after(30));
    expect(await balance(payer)).to.equal(450);
    await resumeAccount(world.db.manager, payer.accountId);
    expect(await round(after(31))).to.deep.equal({ charged: 1, unpaid: 0, free: 2 });
  });

  it('stops once the account is disconnected', async () => {
    const payer = await payerOf();
    const [, , third] = await several(payer, 3);
    if (third) await disconnect(payer, third);
    await round(after(30));
    expect(await balance(payer)).to.equal(450);
  });

  it('is not charged again for a remote account in a paid period, even for another character', async () => {
    const payer = await payerOf();
    const [, , third] = await several(payer, 3);
    if (!third) return expect.fail();
    await disconnect(payer, third);
    const { remoteId } = third;
    const again = await connect(payer, { remoteId, now: after(10) });
    expect(await balance(payer)).to.equal(450);
    expect(await rowOf(again)).to.deep.include({
      feeCredits: 50,
      paymentDue: false,
      feeDueAt: after(30),
    });
    // The paid period covers only one connection at a time.
    await connect(payer, { remoteId, now: after(10) });
    expect(await balance(payer)).to.equal(400);
    await round(after(30));
    expect(await balance(payer)).to.equal(350);
  });

  it('is charged again for a remote account once its period has ended', async () => {
    const payer = await payerOf();
    const [, , third] = await several(payer, 3);
    if (!third) return expect.fail();
    await disconnect(payer, third);
    await connect(payer, { remoteId: third.remoteId, now: new Date(+start + FEE_PERIOD_MS) });
    expect(await balance(payer)).to.equal(400);
  });

  it('is charged for the remaining accounts if one charge fails, and the round reports the failure', async () => {
    const [broken, payer] = [await payerOf(), await payerOf()];
    await several(broken, 3);
    await several(payer, 3);
    await world.db.query(
      `CREATE FUNCTION refuse_fee() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'no fee'; END $$;
       CREATE TRIGGER refuse_fee BEFORE UPDATE ON social_account FOR EACH ROW
         WHEN (OLD.account_id = '${broken.accountId}') EXECUTE FUNCTION refuse_fee();`,
    );
    expect((await failureOf(round(after(30)))).message).to.equal('3 fees could not be checked');
    expect(await balance(payer)).to.equal(400);
    await world.db.query('DROP TRIGGER refuse_fee ON social_account; DROP FUNCTION refuse_fee');
    expect(await balance(broken)).to.equal(450);
    await round(after(31));
    expect(await balance(broken)).to.equal(400);
  });

  it('is charged for more accounts than one page contains, and an aborted round stops between two accounts', async () => {
    const payer = await payerOf({ plan: 'agency' });
    await several(payer, 7);
    const stopped = AbortSignal.abort();
    const none = await chargeDueFees(deps(), { now: after(30), signal: stopped });
    expect(none).to.deep.equal({ charged: 0, unpaid: 0, free: 0 });
    const all = await chargeDueFees(deps(), { now: after(30), pageLength: 2 });
    expect(all).to.deep.equal({ charged: 0, unpaid: 0, free: 7 });
  });

  it('sends credits.low once if it lowers the balance below the threshold', async () => {
    const payer = await payerOf({ credits: 65 });
    await several(payer, 3);
    const events = await world.rows<{ type: string; body: string }>(
      'SELECT type, body FROM event WHERE account_id = $1',
      payer,
    );
    expect(events.map(({ type }) => type)).to.deep.equal(['credits.low']);
    expect(JSON.parse(events[0]?.body ?? '')).to.deep.include({
      data: { balance: 15, threshold: 20 },
    });
  });
});
