import { WorkflowUpdateFailedError } from '@temporalio/client';
import { expect } from 'chai';
import { LATE_MS_MAX, type Platform } from '../../domain/catalogue/social-platforms.js';
import { failureOf } from '../support/failure.js';
import { typesOf, type RecordedEvent } from '../support/recorder.js';
import { until } from '../support/until.js';
import { lostRequest, refused } from './publish-platform.js';
import {
  CREDITS,
  makePost,
  moneyOf,
  proposeMove,
  standOf,
  type MadePost,
  type PostOptions,
} from './publish-rig.js';
import { skippingSuite } from './publish-skipping.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const claimOf = ({ accountId }: MadePost, key: string) => ({
  accountId,
  key,
  fingerprint: 'of the test',
});

describe('publishPost 30 days ahead (time-skipping server)', () => {
  const suite = skippingSuite();
  const { api, startSome, start, closed, events } = suite;
  const stage = { on: (name: Platform) => suite.stage().on(name) };
  const momentOf = (found: RecordedEvent | undefined) => Date.parse(String(found?.['eventTime']));

  /** Schedules a post in 30 days, by the server's clock, and waits until its timer has started. */
  async function plan(options: PostOptions = {}): Promise<MadePost> {
    const from = await suite.now();
    const post = await makePost(api.deps, { inMs: 30 * DAY, from, ...options });
    await until('the timer of the run has started', async () =>
      typesOf(await events(post.id)).includes('TIMER_STARTED'),
    );
    return post;
  }

  const sql = (text: string, { characterId, accountId }: MadePost) =>
    api.deps.db.query(text, [text.includes('social_account') ? characterId : accountId]);

  it('publishes at the scheduled time, without an event during the wait', async () => {
    await start();
    const post = await plan({ platforms: ['instagram', 'twitter'] });
    const begin = momentOf((await events(post.id))[0]);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    const last = momentOf((await events(post.id)).at(-1));
    expect(last - begin).to.be.within(30 * DAY - 60_000, 30 * DAY + 60_000);
    expect(await moneyOf(api.deps, post)).to.deep.equal({
      balance: CREDITS - 2,
      held: 0,
      hold: 'settled',
      settled: 2,
      events: [],
    });
  });

  it('continues on new workers after a deployment during the wait', async () => {
    const { platforms } = suite.stage();
    const before = await startSome({ platforms, uncached: true });
    const post = await plan();
    await before.stop();
    await startSome({ platforms, uncached: true });
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });

  const OBSTACLES = {
    'the account is disconnected': [
      'DELETE FROM social_account WHERE character_id = $1',
      'ACCOUNT_DISCONNECTED',
    ],
    'another account is connected in its place': [
      `UPDATE social_account SET id = 'sac_' || md5(id) WHERE character_id = $1`,
      'ACCOUNT_DISCONNECTED',
    ],
    'the platform has revoked the connection': [
      `UPDATE social_account SET state = 'needs_login' WHERE character_id = $1`,
      'ACCOUNT_NEEDS_LOGIN',
    ],
    'the fee is unpaid': [
      'UPDATE social_account SET payment_due = true WHERE character_id = $1',
      'FEE_UNPAID',
    ],
    'the plan is downgraded': [`UPDATE account SET plan = 'free' WHERE id = $1`, 'PLAN_REQUIRED'],
    'the account is suspended': [
      'UPDATE account SET suspended_at = now() WHERE id = $1',
      'ACCOUNT_SUSPENDED',
    ],
  } as const;

  for (const [what, [change, code]] of Object.entries(OBSTACLES)) {
    it(`fails with ${code} and a refund, without a platform call: ${what}`, async () => {
      await start();
      const post = await plan({ platforms: ['instagram', 'twitter'] });
      await sql(change, post);
      expect(await closed(post.id)).to.equal(`FAILED ${code}`);
      expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS, held: 0, settled: 0 });
      expect(stage.on('instagram').calls).to.deep.equal([]);
    });
  }

  it('publishes on one platform and refunds the other if its account is disconnected', async () => {
    await start();
    const post = await plan({ platforms: ['instagram', 'twitter'] });
    await sql(
      `DELETE FROM social_account WHERE character_id = $1 AND platform = 'instagram'`,
      post,
    );
    expect(await closed(post.id)).to.equal('COMPLETED partial');
    expect(await standOf(api.deps, post)).to.deep.equal({
      status: 'partial',
      refunded: 1,
      instagram: 'failed ACCOUNT_DISCONNECTED',
      twitter: 'published',
    });
  });

  it('ends as ACCOUNT_NEEDS_LOGIN with a refund if the platform had already revoked the token', async () => {
    await start();
    const no = () => Promise.reject(refused('unauthorized', 'ACCOUNT_NEEDS_LOGIN'));
    stage.on('instagram').drafts.push(no, no);
    const post = await plan();
    expect(await closed(post.id)).to.equal('FAILED ACCOUNT_NEEDS_LOGIN');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS });
  });

  it('publishes the copies of the post if its generations were deleted', async () => {
    await start();
    const post = await plan();
    await sql('DELETE FROM generation WHERE account_id = $1', post);
    expect(await closed(post.id)).to.equal('COMPLETED published');
  });

  it('refunds immediately if cancelled, without a platform call, and completes its run', async () => {
    await start();
    const post = await plan();
    const claim = claimOf(post, 'cancel-1');
    const handle = api.deps.temporal.client.workflow.getHandle(post.id);
    expect(await handle.executeUpdate('cancel', { args: [{ claim }] })).to.equal('changed');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS, hold: 'released' });
    expect(await closed(post.id)).to.equal('COMPLETED cancelled');
    expect(await standOf(api.deps, post)).to.include({ instagram: 'cancelled CANCELLED' });
    expect(stage.on('instagram').calls).to.deep.equal([]);
  });

  for (const [what, days] of [
    ['later', 60],
    ['earlier', 2],
  ] as const) {
    it(`publishes at the new time if moved to ${what}`, async () => {
      await start();
      const post = await plan();
      const begin = momentOf((await events(post.id))[0]);
      const dueAt = begin + days * DAY;
      const handle = api.deps.temporal.client.workflow.getHandle(post.id);
      await proposeMove(api.deps, post, 'move-1', dueAt);
      const request = { claim: claimOf(post, 'move-1'), dueAt, version: 2 };
      expect(await handle.executeUpdate('move', { args: [request] })).to.equal('changed');
      expect(await closed(post.id)).to.equal('COMPLETED published');
      const last = momentOf((await events(post.id)).at(-1));
      expect(last - begin).to.be.within(days * DAY - 60_000, days * DAY + 60_000);
    });
  }

  it('uses the time in its row if only the row was moved to a later time', async () => {
    await start();
    const post = await plan();
    await api.deps.db.query(
      `UPDATE social_post SET due_at = due_at + interval '1 day' WHERE id = $1`,
      [post.id],
    );
    const begin = momentOf((await events(post.id))[0]);
    expect(await closed(post.id)).to.equal('COMPLETED published');
    const last = momentOf((await events(post.id)).at(-1));
    expect(last - begin).to.be.within(31 * DAY - 60_000, 31 * DAY + 60_000);
  });

  it('rejects a change while it publishes', async () => {
    await start();
    const held = Promise.withResolvers<void>();
    stage.on('instagram').drafts.push(async (_job, real) => {
      await held.promise;
      return real();
    });
    const post = await makePost(api.deps, { from: await suite.now() });
    await until('the draft has begun', async () => stage.on('instagram').calls.includes('draft'));
    const handle = api.deps.temporal.client.workflow.getHandle(post.id);
    const claim = claimOf(post, 'late');
    for (const [name, request] of [
      ['cancel', { claim }],
      ['move', { claim, dueAt: Date.now(), version: 2 }],
    ] as const) {
      const failure = await failureOf(handle.executeUpdate(name, { args: [request] }));
      expect(failure).to.be.instanceOf(WorkflowUpdateFailedError);
    }
    held.resolve();
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(typesOf(await events(post.id)).join()).not.to.include('UPDATE');
  });

  it('ends as cancelled with a refund if an operator cancels the waiting run', async () => {
    await start();
    const post = await plan();
    await api.deps.temporal.client.workflow.getHandle(post.id).cancel();
    expect(await closed(post.id)).to.equal('CANCELED');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS, hold: 'released' });
  });

  it('ends as TOO_LATE with a refund if it is more than a day late', async () => {
    await start();
    const from = await suite.now();
    const post = await makePost(api.deps, { from, inMs: -LATE_MS_MAX - 60_000 });
    expect(await closed(post.id)).to.equal('FAILED TOO_LATE');
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS });
  });

  it('fails with a refund if a draft does not become ready in time', async () => {
    await start();
    const waiting = async () => ({ state: 'waiting' as const, waitMs: 60_000 });
    stage.on('instagram').drafts.push(...Array.from({ length: 40 }, () => waiting));
    const post = await makePost(api.deps, { from: await suite.now() });
    expect(await closed(post.id)).to.equal('FAILED PLATFORM_UNAVAILABLE');
    expect(stage.on('instagram').calls).to.have.length(20);
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS });
  });

  it('sends a lost request only once more after 30 days', async () => {
    await start();
    stage.on('instagram').commits.push(lostRequest);
    const post = await plan();
    expect(await closed(post.id)).to.equal('COMPLETED published');
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });
});
