import { expect } from 'chai';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { SocialPost } from '../../entities/social-post.js';
import { SocialPublication } from '../../entities/social-publication.js';
import type { WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { acceptPost } from '../ledger/posts.js';
import { buildAccount } from '../support/accounts.js';
import { usePlatform } from '../support/use-platform.js';
import { reconcileRows } from '../../domain/operator/reconcile.js';
import type { RunState } from '../../domain/ports/runs.js';
import { countStuck } from '../../domain/operator/stuck-rows.js';
import { reconcileOnce } from './reconcile-rig.js';

const MINUTE = 60_000;

describe('a post whose run is lost', () => {
  const api = usePlatform({ workers: { media: false }, cleanUp: () => cleanUp() });
  const db = () => api.deps.db;
  const made: string[] = [];

  /** Inserts a post for two platforms that was accepted long ago and has no run. */
  async function lost(dueInMinutes: number): Promise<string> {
    const account = await buildAccount(db(), { credits: 100 });
    const payer = { ...account, now: new Date(Date.now() + dueInMinutes * MINUTE) };
    const { id } = await db().transaction((tx) => acceptPost(tx, payer, [1, 3]));
    const createdAt = new Date(Date.now() - 2 * 24 * 60 * MINUTE);
    await db().manager.update(SocialPost, { id }, { createdAt });
    made.push(id);
    return id;
  }
  /** Starts a run that stays open, because no worker takes it. */
  const run = (workflowId: string) =>
    api.deps.temporal.client.workflow.start('publishPost', {
      workflowId,
      taskQueue: 'nobody-takes-this',
      args: [],
    });
  const terminated = async (workflowId: string) => (await run(workflowId)).terminate();
  const startOf = (workflowId: string) => db().manager.findOneBy(WorkflowStart, { workflowId });
  const postOf = (id: string) => db().manager.findOneByOrFail(SocialPost, { id });
  const round = () => reconcileOnce(api.deps);

  /** Deletes the posts, so that reconciler rounds of other test files do not start them. */
  async function cleanUp(): Promise<void> {
    const ids = made.flatMap((id) => [id, `${id}-again`]);
    await db().query('DELETE FROM workflow_start WHERE workflow_id = ANY($1)', [ids]);
    const { workflow } = api.deps.temporal.client;
    const end = (id: string) => workflow.getHandle(id).terminate();
    await Promise.all(ids.map((id) => end(id).catch(() => undefined)));
    await db().query(
      `UPDATE social_post SET due_at = now() + interval '1 year' WHERE id = ANY($1)`,
      [ids],
    );
    expect(await checkInvariants(db().manager)).to.deep.equal([]);
  }

  it('starts again only once, with the data in its row, if Temporal does not know the run', async () => {
    const id = await lost(-11);
    await Promise.all([round(), round()]);
    const { dueAt, accountId } = await postOf(id);
    expect(await startOf(id)).to.deep.include({
      workflowType: 'publishPost',
      args: [{ postId: id, platforms: PLATFORMS.slice(0, 2), dueAt: dueAt.getTime() }],
      accountId,
    });
    expect((await postOf(id)).status).to.equal('scheduled');
  });

  it('starts a lost workflow shortly before its post is due, but not weeks before', async () => {
    const [soon, later] = [await lost(30), await lost(24 * 60)];
    await round();
    expect(await startOf(soon)).not.to.equal(null);
    expect(await startOf(later)).to.equal(null);
  });

  it('is not started by the reconciler if it was just accepted', async () => {
    const id = await lost(0);
    await db().manager.update(SocialPost, { id }, { createdAt: new Date() });
    await round();
    expect(await startOf(id)).to.equal(null);
  });

  it('gets a second run if its first run was ended', async () => {
    const id = await lost(-11);
    await terminated(id);
    await Promise.all([round(), round()]);
    expect(await startOf(id)).to.equal(null);
    expect(await startOf(`${id}-again`)).to.deep.include({ workflowType: 'publishPost' });
  });

  it('stays unchanged and is marked as seen while its second run is alive', async () => {
    const id = await lost(-11);
    await terminated(id);
    await run(`${id}-again`);
    await round();
    expect((await postOf(id)).runSeenAt).not.to.equal(null);
    expect((await postOf(id)).status).to.equal('scheduled');
  });

  it('ends after the second loss: published platforms stay, unknown platforms are reported, and the rest is refunded', async () => {
    const account = await buildAccount(db(), { credits: 100 });
    const payer = { ...account, now: new Date(Date.now() - 11 * MINUTE) };
    const { id } = await db().transaction((tx) => acceptPost(tx, payer, [1, 3, 1]));
    made.push(id);
    const [instagram, tiktok, youtube] = PLATFORMS;
    const set = (platform: (typeof PLATFORMS)[number], state: 'published' | 'armed') =>
      db().manager.update(
        SocialPublication,
        { postId: id, platform },
        { state, attemptNo: 1, sentNo: 1 },
      );
    await set(instagram, 'published');
    await set(tiktok, 'armed');
    await terminated(id);
    await terminated(`${id}-again`);
    await Promise.all([round(), round()]);
    expect(await postOf(id)).to.include({ status: 'partial', credits: 5, refundedCredits: 4 });
    const rows = await db().manager.findBy(SocialPublication, { postId: id });
    const ends = rows.map(({ platform, state, errorCode }) => [platform, state, errorCode]);
    expect(ends).to.have.deep.members([
      [instagram, 'published', null],
      [tiktok, 'failed', 'OUTCOME_UNKNOWN'],
      [youtube, 'failed', 'PLATFORM_UNAVAILABLE'],
    ]);
    const [left] = await db().query('SELECT sub::int, held_sub::int FROM account WHERE id = $1', [
      account.accountId,
    ]);
    expect(left).to.deep.equal({ sub: 99, held_sub: 0 });
    const events = await db().query('SELECT type FROM event WHERE account_id = $1', [
      account.accountId,
    ]);
    expect(events).to.deep.equal([{ type: 'social_post.published' }]);
  });

  const started: WorkflowToStart[] = [];
  /** Runs a round in which these runs have these states; all other runs are open. */
  const roundWith = (states: Readonly<Record<string, RunState>>) =>
    reconcileRows(
      {
        ...api.deps,
        startWorkflow: async (start) => void started.push(start),
        runs: { readStates: async (ids) => ids.map((id) => states[id] ?? 'open') },
      },
      { afterSeconds: 600, signal: new AbortController().signal },
    );
  const endsOf = async (id: string) => {
    const rows = await db().manager.findBy(SocialPublication, { postId: id });
    return rows.map(({ state, errorCode }) => `${state} ${errorCode}`);
  };
  /** Lists the follow-up runs, which are started right after the commit. */
  const followsOf = (id: string) =>
    started
      .filter(({ workflowId }) => workflowId.startsWith(`${id}-`))
      .map(({ workflowId, workflowType, args }) => ({ workflowId, workflowType, args }));

  for (const state of ['completed', 'failed'] as const) {
    it(`is not published again if its run ${state} and the restored database does not know this`, async () => {
      const id = await lost(-11);
      await roundWith({ [id]: state, [`${id}-again`]: 'missing' });
      expect(await startOf(`${id}-again`)).to.equal(null);
      expect(await startOf(id)).to.equal(null);
      expect(await postOf(id)).to.include({ status: 'failed', credits: 4, refundedCredits: 4 });
      expect(await endsOf(id)).to.deep.equal(['failed OUTCOME_UNKNOWN', 'failed OUTCOME_UNKNOWN']);
      const [one, two] = PLATFORMS;
      expect(followsOf(id)).to.have.deep.members(
        [one, two].map((platform) => ({
          workflowId: `${id}-${platform}-again`,
          workflowType: 'followPublication',
          args: [{ postId: id, platform, what: 'outcome' }],
        })),
      );
    });
  }

  it('is not published a third time if its second run completed', async () => {
    const id = await lost(-11);
    await roundWith({ [id]: 'ended', [`${id}-again`]: 'completed' });
    expect(await endsOf(id)).to.deep.equal(['failed OUTCOME_UNKNOWN', 'failed OUTCOME_UNKNOWN']);
    expect(followsOf(id)).to.have.length(2);
  });

  it('is cancelled again before its due time if its lost run was cancelled', async () => {
    const id = await lost(30);
    await roundWith({ [id]: 'cancelled', [`${id}-again`]: 'missing' });
    expect(await startOf(`${id}-again`)).to.equal(null);
    expect(await postOf(id)).to.include({ status: 'cancelled', refundedCredits: 4 });
    expect(followsOf(id)).to.deep.equal([]);
  });

  it('is marked as seen, and not as stuck, while its run is alive', async () => {
    const id = await lost(-11);
    await run(id);
    const before = await countStuck(db(), 'social_post', 600);
    await round();
    expect(await countStuck(db(), 'social_post', 600)).to.be.below(before);
    expect((await postOf(id)).runSeenAt).not.to.equal(null);
    expect(await startOf(id)).to.equal(null);
    expect(await startOf(`${id}-again`)).to.equal(null);
  });
});
