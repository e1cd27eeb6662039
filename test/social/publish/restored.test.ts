import { expect } from 'chai';
import type { Platform } from '../../../domain/catalogue/social-platforms.js';
import { beginEpoch, findRestoreTime } from '../../../domain/durable/restore-time.js';
import { checkInvariants } from '../../../domain/ledger/invariants.js';
import { armPublication } from '../../../domain/social/publish/arm-publication.js';
import { claimPost } from '../../../domain/social/publish/claim-post.js';
import { commitPublication } from '../../../domain/social/publish/commit-publication.js';
import { draftPublication } from '../../../domain/social/publish/draft-publication.js';
import { followPublication } from '../../../domain/social/publish/follow-publication.js';
import { pollPublication } from '../../../domain/social/publish/poll-publication.js';
import { settlePost } from '../../../domain/social/publish/settle-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { createDeps, type Deps } from '../../../runtime/deps.js';
import { parseEnv } from '../../../runtime/env.js';
import { freshDatabase } from '../../entities/fresh-database.js';
import { testEnv } from '../../support/platform.js';
import { until } from '../../support/until.js';
import {
  CREDITS,
  makePost,
  moneyOf,
  PublishStage,
  standOf,
  type MadePost,
} from '../../workflows/publish-rig.js';

const HOUR = 3_600_000;
const UNPUBLISHED = { remotePostId: null, url: null, settledAt: null, armedAt: null };
const SIGNAL = new AbortController().signal;

/*
 * Sets the rows of a post back to an earlier state, like a restore, while the platform keeps its
 * posts.
 */
describe('a post that was due before the database was restored', () => {
  const fresh = freshDatabase();
  let made: Deps;
  let deps: Deps;
  let stage: PublishStage;
  before(async () => {
    made = await createDeps(parseEnv(testEnv()), 'orchestrator');
  });
  after(() => made.close());
  beforeEach(async () => {
    stage = new PublishStage();
    deps = {
      ...made,
      db: fresh.db,
      platforms: stage.platforms,
      startWorkflow: async () => undefined,
    };
    await fresh.db.query('SELECT current_event_epoch()');
    await fresh.db.query("UPDATE event_epoch SET created_at = now() - interval '1 day'");
  });
  afterEach('every invariant holds', async () => {
    expect(await checkInvariants(fresh.db.manager)).to.deep.equal([]);
  });

  const postOf = (platforms: readonly Platform[] = ['instagram'], inMs: number | null = null) =>
    makePost(deps, { platforms, inMs, unstarted: true });
  const claim = ({ id }: MadePost) => claimPost(deps, { postId: id, now: Date.now() });
  const refOf = ({ id }: MadePost) => ({ postId: id, platform: 'instagram' as const });
  const rowOf = (post: MadePost) =>
    fresh.db.manager.findOneByOrFail(SocialPublication, refOf(post));
  const putBack = (post: MadePost, row: Partial<SocialPublication>) =>
    fresh.db.manager.update(SocialPublication, refOf(post), row);

  /** Simulates a restore, after which the rows belong to another cluster or timeline. */
  async function restore(): Promise<void> {
    await fresh.db.query(`UPDATE event_epoch SET cluster = 'lost' WHERE cluster = this_cluster()`);
    await until('the next millisecond has begun', async () => {
      const [row] = await fresh.db.query(
        'SELECT now() > max(due_at) AS later FROM social_post WHERE scheduled_at IS NULL',
      );
      return row.later !== false;
    });
    expect(await findRestoreTime(fresh.db.manager)).to.be.instanceOf(Date);
  }

  /** Runs the steps of a post up to its commit. */
  async function publish(post: MadePost): Promise<void> {
    await claim(post);
    await draftPublication(deps, refOf(post), SIGNAL);
    await armPublication(deps, { ...refOf(post), attempt: 1 });
    const step = await commitPublication(deps, { ...refOf(post), attempt: 1 });
    expect(step.state).to.equal('published');
  }

  async function expectUnknown(post: MadePost): Promise<void> {
    const end = await settlePost(deps, post.id);
    expect(end).to.include({ outcome: 'failed', code: 'OUTCOME_UNKNOWN' });
    expect(end.follow).to.deep.equal([{ platform: 'instagram', what: 'outcome' }]);
    expect(await standOf(deps, post)).to.include({ instagram: 'failed OUTCOME_UNKNOWN' });
    expect(await moneyOf(deps, post)).to.include({ balance: CREDITS, held: 0, settled: 0 });
  }

  it('is not sent by a new run, but refunded with an unknown outcome', async () => {
    const post = await postOf();
    await restore();
    expect(await claim(post)).to.deep.equal({
      state: 'fired',
      publications: [{ platform: 'instagram', state: 'over', attemptNo: 0 }],
    });
    await expectUnknown(post);
    expect(stage.on('instagram').calls).to.deep.equal([]);
  });

  it('is neither armed nor sent by a run that is ahead of the restored rows', async () => {
    const post = await postOf();
    await publish(post);
    const unarmed: Partial<SocialPublication> = {
      ...UNPUBLISHED,
      state: 'preparing',
      attemptNo: 0,
      sentNo: 0,
    };
    await putBack(post, unarmed);
    await restore();
    expect(await armPublication(deps, { ...refOf(post), attempt: 1 })).to.deep.equal({
      state: 'over',
    });
    expect(await commitPublication(deps, { ...refOf(post), attempt: 1 })).to.deep.equal({
      state: 'unknown',
    });
    expect(await pollPublication(deps, refOf(post), SIGNAL)).to.deep.equal({ state: 'over' });
    expect(stage.on('instagram').count(post.id)).to.equal(1);
    await expectUnknown(post);
  });

  it('is searched for on the platform if it was armed, and charged if it is published', async () => {
    const post = await postOf();
    await publish(post);
    const { armedAt } = await rowOf(post);
    await putBack(post, {
      state: 'armed',
      attemptNo: 1,
      sentNo: 0,
      armedAt,
      settledAt: null,
      remotePostId: null,
      url: null,
    });
    await restore();
    expect(await commitPublication(deps, { ...refOf(post), attempt: 1 })).to.deep.equal({
      state: 'unknown',
    });
    expect(await pollPublication(deps, refOf(post), SIGNAL)).to.deep.equal({
      state: 'published',
      hasUrl: true,
    });
    expect((await settlePost(deps, post.id)).outcome).to.equal('published');
    expect(stage.on('instagram').count(post.id)).to.equal(1);
    expect(await moneyOf(deps, post)).to.include({ balance: CREDITS - 1, settled: 1 });
  });

  it('is found later if it is published although its outcome is unknown', async () => {
    const post = await postOf();
    await publish(post);
    const early: Partial<SocialPublication> = {
      ...UNPUBLISHED,
      state: 'waiting',
      attemptNo: 0,
      sentNo: 0,
    };
    await putBack(post, early);
    await restore();
    await claim(post);
    await expectUnknown(post);
    const job = { ...refOf(post), what: 'url' as const };
    expect(
      await followPublication(deps, job, SIGNAL),
      'also by a run that knew it as out',
    ).to.equal(true);
    expect(await standOf(deps, post)).to.include({ status: 'published', instagram: 'published' });
  });

  it('is sent as usual if it is due after the restore', async () => {
    const post = await postOf(['instagram'], HOUR);
    await restore();
    await fresh.db.query('UPDATE social_post SET due_at = now() WHERE id = $1', [post.id]);
    await publish(post);
    expect((await settlePost(deps, post.id)).outcome).to.equal('published');
    expect(stage.on('instagram').count(post.id)).to.equal(1);
  });

  it('is not sent if the restore is known only because an operator recorded it', async () => {
    const post = await postOf();
    const began = await beginEpoch(fresh.db);
    expect(await findRestoreTime(fresh.db.manager)).to.deep.equal(began);
    await claim(post);
    await expectUnknown(post);
  });
});
