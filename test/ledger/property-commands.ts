import { expect } from 'chai';
import fc from 'fast-check';
import type { PlanName } from '../../domain/catalogue/plans.js';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { grantOnce } from '../../domain/accounts/grant-once.js';
import { AlreadyAnswered, findAnswer } from '../../domain/durable/idempotency-keys.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Model, ModelGeneration, ModelStatus } from './property-model.js';
import { Crash, type Real } from './property-real.js';
import { World } from './world.js';
import { failureOf } from '../support/failure.js';

type Step = (model: Model, real: Real) => Promise<void>;
export type Command = fc.AsyncCommand<Model, Real>;

/** Creates a command that may run when `ready`. After the step, the rows must equal the model. */
export const command = (name: string, ready: (model: Model) => boolean, step: Step): Command => ({
  check: (model) => ready(model),
  run: async (model, real) => {
    await step(model, real);
    await real.verify(model);
  },
  toString: () => name,
});
export const always = () => true;

const REFUSED = {
  suspended: 'ACCOUNT_SUSPENDED',
  cap: 'SPEND_CAP_REACHED',
  credits: 'INSUFFICIENT_CREDITS',
  slots: 'CONCURRENCY_LIMIT',
} as const;

/** Creates a command for a generation in one of these states; the number `pick` chooses it. */
export const onGeneration = (
  name: string,
  states: ModelStatus[],
  step: (generation: ModelGeneration, model: Model, real: Real) => Promise<void>,
) =>
  fc.nat(9).map((pick) =>
    command(
      `${name}#${pick}`,
      (model) => model.in(...states).length > 0,
      async (model, real) => {
        const all = model.in(...states);
        const generation = all[pick % all.length];
        if (generation) await step(generation, model, real);
      },
    ),
  );

const order = fc.record({ keyIndex: fc.nat(1), price: fc.integer({ min: 1, max: 14 }) });

/** Grants small amounts, so that holds are often split between the buckets. */
const grant = (bucket: 'subscription' | 'purchased') =>
  fc.integer({ min: 1, max: 12 }).map((amount) =>
    command(`grant ${amount} ${bucket}`, always, async (model, real) => {
      const ref = real.newKey();
      const booking = { accountId: real.accountId, bucket, amount, ref };
      expect(await real.db.transaction((tx) => grantOnce(tx, booking))).to.equal(true);
      model.grant(bucket, amount, ref);
    }),
  );

const grantAgain = fc.constant(
  command(
    'the last grant again, twice at once',
    (model) => model.refs.length > 0,
    async (model, real) => {
      const last = model.refs.at(-1) ?? expect.fail();
      const booking = { ...last, accountId: real.accountId };
      const again = () => real.db.transaction((tx) => grantOnce(tx, booking));
      expect(await Promise.all([again(), again()])).to.deep.equal([false, false]);
    },
  ),
);

/** Checks the stored rows of the key, like the API before the command. */
async function mayCall(model: Model, real: Real, keyIndex: number): Promise<boolean> {
  const caller = await real.caller(keyIndex);
  expect(caller).to.include({
    suspended: model.suspended,
    plan: model.plan,
    activeJobs: model.jobs,
    subscriptionCredits: model.sub,
    purchasedCredits: model.pur,
    monthlyCreditCap: model.caps[keyIndex],
  });
  expect(caller.limits.concurrent_jobs).to.equal(model.jobsMax);
  return !caller.suspended;
}

const accept = fc.tuple(order, fc.boolean()).map(([{ keyIndex, price }, startFails]) =>
  command(`accept ${price} by key ${keyIndex}`, always, async (model, real) => {
    if (!(await mayCall(model, real, keyIndex))) return;
    const key = real.newKey();
    const expected = model.outcome({ keyIndex, price, now: new Date() });
    const work = real.accept({ keyIndex, price, key, startFails });
    if (expected === 'ok') {
      const body = await work;
      model.accept(body.id, key, { keyIndex, price, now: new Date(body.created_at) });
      return;
    }
    const error = await failureOf(work);
    expect(error).to.be.instanceOf(Refusal).and.include({ code: REFUSED[expected] });
  }),
);

const acceptDuplicates = order.map(({ keyIndex, price }) =>
  command(
    `accept ${price} by key ${keyIndex}, three times at once`,
    always,
    async (model, real) => {
      if (!(await mayCall(model, real, keyIndex))) return;
      const key = real.newKey();
      const expected = model.outcome({ keyIndex, price, now: new Date() });
      const duplicates = [1, 2, 3].map(() => real.accept({ keyIndex, price, key }));
      const results = await Promise.allSettled(duplicates);
      const accepted = results.filter((result) => result.status === 'fulfilled');
      const errors = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason] : [],
      );
      if (expected === 'ok') {
        expect(accepted).to.have.length(1);
        for (const error of errors) expect(error).to.be.instanceOf(AlreadyAnswered);
        const body = accepted[0]?.value ?? expect.fail();
        model.accept(body.id, key, { keyIndex, price, now: new Date(body.created_at) });
      } else {
        for (const error of errors) expect(error).to.include({ code: REFUSED[expected] });
        expect(errors).to.have.length(3);
      }
    },
  ),
);

const withKey = (model: Model) => model.generations.filter(({ key }) => key !== null);
const acceptAgain = fc
  .tuple(order, fc.boolean(), fc.nat(9))
  .map(([{ keyIndex, price }, same, pick]) =>
    command(
      `accept again with the key of #${pick}, ${same ? 'the same' : 'another'} request`,
      (model) => withKey(model).length > 0,
      async (model, real) => {
        const earlier = withKey(model)[pick % withKey(model).length];
        const key = earlier?.key ?? expect.fail();
        const prompt = same ? 'a fox' : 'a bear';
        const error = await failureOf(real.accept({ keyIndex, price, key, prompt }));
        expect(error).to.be.instanceOf(AlreadyAnswered);
        const answer = findAnswer(real.db.manager, real.claimOf(key, prompt));
        if (same) expect(JSON.parse((await answer)?.body ?? '')).to.include({ id: earlier?.id });
        else expect(await failureOf(answer)).to.include({ code: 'VALIDATION_ERROR', status: 422 });
      },
    ),
  );

const acceptCrash = fc.tuple(order, fc.boolean()).map(([{ keyIndex, price }, committed]) =>
  command(
    `accept ${price}, killed ${committed ? 'after' : 'before'} the commit`,
    (model) => model.outcome({ keyIndex, price, now: new Date() }) === 'ok',
    async (model, real) => {
      const key = real.newKey();
      const crashAt = committed ? 'accept.after_commit' : 'accept.before_commit';
      expect(await failureOf(real.accept({ keyIndex, price, key, crashAt }))).to.be.instanceOf(
        Crash,
      );
      const answer = await findAnswer(real.db.manager, real.claimOf(key));
      expect(answer !== null).to.equal(committed);
      if (!answer) return;
      const { id, created_at: at } = JSON.parse(answer.body) as { id: string; created_at: number };
      model.accept(id, key, { keyIndex, price, now: new Date(at) });
    },
  ),
);

const reserveAhead = order.map(({ keyIndex, price }) =>
  command(`reserve ${price} by key ${keyIndex} on the clock`, always, async (model, real) => {
    const { now } = model;
    const account = { accountId: real.accountId, keyId: real.keyIds[keyIndex] ?? '', apiKey: '' };
    const reserved = await new World(real).reserve(account, { price, now });
    const expected = model.outcome({ keyIndex, price, now });
    expect(reserved.ok ? 'ok' : reserved.reason).to.equal(expected);
    if (!reserved.ok) return;
    const low = model.reserve(reserved.id, null, { keyIndex, price, now });
    expect(reserved.lowBalance).to.equal(low);
  }),
);

const chargeNow = order.map(({ keyIndex, price }) =>
  command(`charge ${price} by key ${keyIndex}`, always, async (model, real) => {
    const now = new Date();
    const expected = model.outcome({ keyIndex, price, now });
    const charged = await real.charge(keyIndex, price);
    // A charge does not need a slot, so it succeeds even if all slots are in use.
    const allowed = expected === 'slots' ? 'ok' : expected;
    expect(charged.ok ? 'ok' : charged.reason).to.equal(allowed);
    if (!charged.ok) return;
    expect(charged.lowBalance).to.equal(model.charge({ keyIndex, price, now }));
  }),
);

const rollMonth = fc.constant(
  command('a month goes by', always, async (model) => {
    model.monthsAhead += 1;
  }),
);

const changeCap = fc
  .tuple(fc.nat(1), fc.option(fc.integer({ min: 0, max: 60 })))
  .map(([keyIndex, cap]) =>
    command(`cap of key ${keyIndex} is ${cap}`, always, async (model, real) => {
      await real.db.query('UPDATE api_key SET monthly_cap = $2 WHERE id = $1', [
        real.keyIds[keyIndex],
        cap,
      ]);
      model.caps[keyIndex] = cap;
    }),
  );

const changePlans = fc.constantFrom<PlanName>('free', 'creator', 'influencer').map((plan) =>
  command(`plan ${plan}`, always, async (model, real) => {
    await changePlan(real.db.manager, real.accountId, plan);
    model.changePlan(plan);
  }),
);

const raise = fc.option(fc.integer({ min: 1, max: 12 })).map((value) =>
  command(`raise the slots to ${value}`, always, async (model, real) => {
    const raising = raiseLimit(real.db.manager, real.accountId, 'concurrent_jobs', value);
    const before = model.raisedJobs;
    model.raisedJobs = null;
    const ofPlan = model.jobsMax;
    if (value !== null && value < ofPlan) {
      model.raisedJobs = before;
      expect(await failureOf(raising)).to.include({ code: 'VALIDATION_ERROR' });
    } else {
      await raising;
      model.raisedJobs = value;
    }
  }),
);

const suspend = fc.boolean().map((suspended) =>
  command(suspended ? 'suspend' : 'resume', always, async (model, real) => {
    const change = suspended ? suspendAccount : resumeAccount;
    const changed = await change(real.db.manager, real.accountId);
    expect(changed).to.equal(model.suspended !== suspended);
    model.suspended = suspended;
  }),
);

export const ACCOUNT_COMMANDS: fc.Arbitrary<Command>[] = [
  grant('subscription'),
  grant('purchased'),
  grantAgain,
  accept,
  accept,
  accept,
  acceptDuplicates,
  acceptAgain,
  acceptCrash,
  reserveAhead,
  reserveAhead,
  chargeNow,
  chargeNow,
  rollMonth,
  changeCap,
  changePlans,
  raise,
  suspend,
];
