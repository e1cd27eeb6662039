import { expect } from 'chai';
import type { PublishJob } from '../../../domain/ports/social-platform.js';
import type { YouTubeFakeOptions } from '@media-platform/stand-ins/social/youtube/videos.js';
import { signal, startWorld, type World } from '../conformance/world.js';
import { clipOf, countOf, draftAll, failureOf, jobOf, type TestClip } from '../upload-job.js';
import { youtube } from './subject.js';

const MIB = 1_048_576;
const HOUR = 3_600_000;
const SIZE = 20 * MIB + 5;

/** Runs one test with a separate platform. */
async function inWorld(
  run: (world: World) => Promise<void>,
  options: Partial<YouTubeFakeOptions> = {},
): Promise<void> {
  const world = await startWorld(youtube(options));
  try {
    await run(world);
  } finally {
    await world.end();
  }
}

/** Creates a clip and its job, without sending anything. */
async function begin(world: World, size = SIZE, over: Partial<PublishJob> = {}) {
  const clip = await clipOf(world, size);
  const job = jobOf(await world.connect(), { form: 'short', items: [clip.item], ...over });
  return { clip, job };
}

const shaOf = (world: World): string | undefined => world.fake.posts()[0]?.media[0]?.sha256;

/**
 * Publishes, loses the response and lets the session expire, so that neither can report the
 * outcome.
 */
async function loseAll(world: World, job: PublishJob, sessionMs: number): Promise<void> {
  await draftAll(world, job);
  world.faults.set({ route: 'commit', fault: 'work_then_drop' });
  expect(await failureOf(world.platform.commit(job))).to.match(/^unknown_outcome /);
  world.advance(sessionMs + 1_000);
}

async function publish(world: World, clip: TestClip, over: Partial<PublishJob>): Promise<void> {
  const job = jobOf(await world.connect(), { form: 'short', items: [clip.item], ...over });
  await draftAll(world, job);
  expect(await world.platform.commit(job)).to.include({ state: 'published' });
}

describe('YouTube: a clip with many parts', () => {
  it('is sent in order, read in pieces, and published by its last part', () =>
    inWorld(async (world) => {
      const { clip, job } = await begin(world);
      expect(await draftAll(world, job)).to.equal(1);
      expect(countOf(world, 'chunk')).to.equal(2);
      expect(world.fake.posts()).to.have.length(0);
      expect(await world.platform.commit(job)).to.include({ state: 'published' });
      expect(shaOf(world)).to.equal(clip.sha256);
      expect(clip.largestRead()).to.equal(8 * MIB);
    }));

  it('ends with a full part if its size is a multiple of the part size', () =>
    inWorld(async (world) => {
      const { clip, job } = await begin(world, 16 * MIB);
      await draftAll(world, job);
      expect(countOf(world, 'chunk')).to.equal(1);
      await world.platform.commit(job);
      expect(shaOf(world)).to.equal(clip.sha256);
    }));

  it('is sent in several calls if it is larger', () =>
    inWorld(async (world) => {
      const { clip, job } = await begin(world, 50 * MIB);
      expect(await draftAll(world, job)).to.equal(2);
      await world.platform.commit(job);
      expect(shaOf(world)).to.equal(clip.sha256);
    }));

  for (const fault of ['drop', 'work_then_drop', 'work_then_html_502'] as const) {
    it(`continues at the position that YouTube reports if a part fails with ${fault}`, () =>
      inWorld(async (world) => {
        const { clip, job } = await begin(world);
        world.faults.set({ route: 'chunk', fault });
        expect(await failureOf(world.platform.draft(job))).to.match(/^retry /);
        await draftAll(world, job);
        expect(countOf(world, 'start')).to.equal(1);
        expect(countOf(world, 'chunk')).to.equal(fault === 'drop' ? 3 : 2);
        await world.platform.commit(job);
        expect(shaOf(world)).to.equal(clip.sha256);
      }));
  }

  it('gets a new session if the first session expires before its last part', () =>
    inWorld(
      async (world) => {
        const { clip, job } = await begin(world);
        await draftAll(world, job);
        world.advance(HOUR / 2 + 1_000);
        expect(await failureOf(world.platform.commit(job))).to.equal(
          'new_draft PLATFORM_UNAVAILABLE session gone',
        );
        await draftAll(world, job);
        expect(countOf(world, 'start')).to.equal(2);
        await world.platform.commit(job);
        expect(shaOf(world)).to.equal(clip.sha256);
      },
      { sessionMs: HOUR / 2 },
    ));

  it('never gets a new session once its last part was sent', () =>
    inWorld(
      async (world) => {
        const { job } = await begin(world);
        await draftAll(world, job);
        world.faults.set({ route: 'commit', fault: 'drop' });
        expect(await failureOf(world.platform.commit(job))).to.match(/^unknown_outcome /);
        expect(await world.platform.reconcile(job)).to.deep.equal({ state: 'not_published' });
        world.advance(HOUR / 2 + 1_000);
        expect(await world.platform.draft(job)).to.deep.equal({ state: 'ready' });
        expect(await failureOf(world.platform.commit(job))).to.match(/^unknown_outcome /);
        expect(await world.platform.reconcile(job)).to.include({ state: 'pending' });
        expect(countOf(world, 'start')).to.equal(1);
      },
      { sessionMs: HOUR / 2 },
    ));

  it('fails permanently if YouTube cannot read it, whichever call reports this', () =>
    inWorld(async (world) => {
      const { job } = await begin(world);
      const [item] = job.items as [TestClip['item']];
      const read = async ({ start, end }: { start: number; end: number }) =>
        Buffer.alloc(end - start + 1, 7);
      const garbage = jobOf(await world.connect(), { items: [{ ...item, read }] });
      await draftAll(world, garbage);
      const failure = 'permanent MEDIA_REFUSED rejected invalidFile';
      expect(await failureOf(world.platform.commit(garbage))).to.equal(failure);
      expect(await failureOf(world.platform.reconcile(garbage))).to.equal(failure);
      expect(world.fake.posts()).to.have.length(0);
    }));
});

describe('YouTube: a session that has lost its video', () => {
  const sessionMs = HOUR / 2;

  it("is resolved from the channel's uploads once the length of the videos is known", () =>
    inWorld(
      async (world) => {
        const { job } = await begin(world, SIZE, { title: 'A day at sea' });
        await loseAll(world, job, sessionMs);
        expect(await world.platform.reconcile(job)).to.include({ state: 'pending' });
        world.advance(HOUR / 3);
        const [shown] = world.fake.posts();
        expect(await world.platform.reconcile(job)).to.deep.equal({
          state: 'published',
          remotePostId: shown?.id,
          url: shown?.url,
        });
      },
      { sessionMs, processingMs: 0.75 * HOUR },
    ));

  it('is not resolved by a video with another title', () =>
    inWorld(
      async (world) => {
        const { clip, job } = await begin(world, SIZE, { title: 'A day at sea' });
        await draftAll(world, job);
        world.faults.set({ route: 'commit', fault: 'drop' });
        await failureOf(world.platform.commit(job));
        await publish(world, clip, { title: 'A night at sea' });
        world.advance(sessionMs + 1_000);
        expect(await world.platform.reconcile(job)).to.include({ state: 'pending' });
      },
      { sessionMs },
    ));

  it('is not resolved if two videos match', () =>
    inWorld(
      async (world) => {
        const { clip, job } = await begin(world, SIZE, { title: 'A day at sea' });
        await publish(world, clip, { title: 'A day at sea' });
        await loseAll(world, job, sessionMs);
        expect(await world.platform.reconcile(job)).to.include({ state: 'pending' });
      },
      { sessionMs },
    ));

  it('is not resolved by an older video with the same title', () =>
    inWorld(
      async (world) => {
        const { clip, job } = await begin(world, SIZE, { title: 'A day at sea' });
        await publish(world, clip, { title: 'A day at sea' });
        await draftAll(world, job);
        world.faults.set({ route: 'commit', fault: 'drop' });
        await failureOf(world.platform.commit(job));
        await job.keep({ triedAt: Date.now() + HOUR });
        world.advance(sessionMs + 1_000);
        expect(await world.platform.reconcile(job)).to.include({ state: 'pending' });
      },
      { sessionMs },
    ));
});

describe('YouTube: accounts and tokens', () => {
  it('cannot be connected for an owner without a channel', () =>
    inWorld(
      async (world) => {
        expect(await failureOf(world.connect({ username: 'nobody' }))).to.equal(
          'reauth ACCOUNT_NEEDS_LOGIN youtubeSignupRequired',
        );
      },
      { withoutChannel: ['nobody'] },
    ));

  it('keep the old refresh token if a refresh does not return a new one', () =>
    inWorld(async (world) => {
      const { tokens } = await world.connect();
      const fresh = await world.platform.refreshTokens(tokens, signal);
      expect(fresh.refreshToken).to.be.a('string').that.equals(tokens.refreshToken);
      expect(fresh.accessToken).not.to.equal(tokens.accessToken);
      expect((await world.platform.refreshTokens(fresh, signal)).refreshToken).to.equal(
        tokens.refreshToken,
      );
    }));

  it("include a refresh token after the same owner's second consent", () =>
    inWorld(async (world) => {
      await world.connect({ username: 'ada' });
      const { tokens } = await world.connect({ username: 'ada' });
      expect(tokens.refreshToken).to.be.a('string');
    }));

  it('fail as invalid_grant after they were revoked', () =>
    inWorld(async (world) => {
      const { tokens } = await world.connect();
      await world.platform.revoke?.(tokens, signal);
      expect(await failureOf(world.platform.refreshTokens(tokens, signal))).to.equal(
        'reauth ACCOUNT_NEEDS_LOGIN invalid_grant',
      );
    }));

  it('publish privately if the project is unaudited, as the page shows', () =>
    inWorld(
      async (world) => {
        await publish(world, await clipOf(world, MIB), {});
        expect(world.fake.posts()[0]?.labels).to.include.members(['private', 'made with AI']);
      },
      { isAudited: false },
    ));
});
