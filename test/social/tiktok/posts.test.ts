import { expect } from 'chai';
import type { TikTokFakeOptions } from '@media-platform/stand-ins/social/tiktok/options.js';
import { startWorld, type World } from '../conformance/world.js';
import { clipOf, countOf, draftAll, failureOf, jobOf } from '../upload-job.js';
import { tiktok } from './subject.js';

const HOUR = 3_600_000;
const SIZE = 50_000_123;

/** Runs one test with a separate platform. */
async function inWorld(
  run: (world: World) => Promise<void>,
  options: Partial<TikTokFakeOptions> = {},
): Promise<void> {
  const world = await startWorld(tiktok(options));
  try {
    await run(world);
  } finally {
    await world.end();
  }
}

/** Prepares photos up to their commit. */
async function photosOf(world: World) {
  const { items } = await world.media.offer({ name: 'photos', form: 'photos', pictures: 2 });
  return jobOf(await world.connect(), { form: 'photos', items, armedAt: Date.now() });
}

describe('TikTok: a clip with many chunks', () => {
  it('is sent in order, read in pieces, and published by its last chunk', () =>
    inWorld(async (world) => {
      const clip = await clipOf(world, SIZE);
      const job = jobOf(await world.connect(), { items: [clip.item] });
      expect(await draftAll(world, job)).to.equal(1);
      expect(countOf(world, 'chunk')).to.equal(4);
      expect(world.fake.posts()).to.have.length(0);
      expect(await world.platform.commit(job)).to.include({ state: 'pending' });
      expect(await world.platform.reconcile(job)).to.include({ state: 'published' });
      expect(world.fake.posts()[0]?.media[0]?.sha256).to.equal(clip.sha256);
      expect(clip.largestRead()).to.equal(10_000_123);
    }));

  it('is sent in several calls if it is larger', () =>
    inWorld(async (world) => {
      const clip = await clipOf(world, 70_000_000);
      const job = jobOf(await world.connect(), { items: [clip.item] });
      expect(await draftAll(world, job)).to.equal(2);
      expect(countOf(world, 'chunk')).to.equal(6);
      await world.platform.commit(job);
      expect(world.fake.posts()[0]?.media[0]?.sha256).to.equal(clip.sha256);
    }));

  for (const after of [0, 1, 3]) {
    it(`continues at the position that TikTok reports if the response to chunk ${after + 1} was lost`, () =>
      inWorld(async (world) => {
        const clip = await clipOf(world, SIZE);
        const job = jobOf(await world.connect(), { items: [clip.item] });
        world.faults.set({ route: 'chunk', fault: 'work_then_drop', after });
        expect(await failureOf(world.platform.draft(job))).to.match(/^retry /);
        await draftAll(world, job);
        expect(countOf(world, 'init')).to.equal(1);
        await world.platform.commit(job);
        expect(world.fake.posts()[0]?.media[0]?.sha256).to.equal(clip.sha256);
      }));
  }

  it('gets a new upload URL if the old URL expires before the last chunk', () =>
    inWorld(async (world) => {
      const clip = await clipOf(world, SIZE);
      const job = jobOf(await world.connect(), { items: [clip.item] });
      await draftAll(world, job);
      world.advance(HOUR + 1_000);
      expect(await failureOf(world.platform.commit(job))).to.equal(
        'new_draft PLATFORM_UNAVAILABLE upload 403',
      );
      await draftAll(world, job);
      expect(countOf(world, 'init')).to.equal(2);
      await world.platform.commit(job);
      expect(world.fake.posts()).to.have.length(1);
    }));

  it('never gets a new upload URL once its last chunk was sent', () =>
    inWorld(async (world) => {
      const clip = await clipOf(world, SIZE);
      const job = jobOf(await world.connect(), { items: [clip.item] });
      await draftAll(world, job);
      world.faults.set({ route: 'commit', fault: 'drop' });
      expect(await failureOf(world.platform.commit(job))).to.match(/^unknown_outcome /);
      expect(await world.platform.reconcile(job)).to.deep.equal({ state: 'not_published' });
      world.advance(HOUR + 1_000);
      expect(await failureOf(world.platform.commit(job))).to.match(/^unknown_outcome /);
      expect(await world.platform.reconcile(job)).to.include({ state: 'pending' });
      expect(countOf(world, 'init')).to.equal(1);
    }));

  it('is found by its status instead of being posted twice if its last chunk is sent again', () =>
    inWorld(async (world) => {
      const clip = await clipOf(world, 12_000_000);
      const job = jobOf(await world.connect(), { items: [clip.item] });
      await draftAll(world, job);
      await world.platform.commit(job);
      expect(await failureOf(world.platform.commit(job))).to.match(/^unknown_outcome /);
      expect(await world.platform.reconcile(job)).to.include({ state: 'published' });
      expect(world.fake.posts()).to.have.length(1);
    }));
});

describe('TikTok: a post that conflicts with its account', () => {
  it('is refused if it could only be private, before it is announced to TikTok', () =>
    inWorld(
      async (world) => {
        const clip = await clipOf(world, 12_000_000);
        const job = jobOf(await world.connect(), { items: [clip.item] });
        expect(await failureOf(world.platform.draft(job))).to.equal(
          'permanent SETTINGS_REFUSED privacy_level_option_mismatch',
        );
        expect(countOf(world, 'init')).to.equal(0);
      },
      { creator: { privacyLevels: ['MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'] } },
    ));

  it('is refused if its clip is longer than the account may post', () =>
    inWorld(
      async (world) => {
        const clip = await clipOf(world, 12_000_000);
        const job = jobOf(await world.connect(), { items: [clip.item] });
        expect(await failureOf(world.platform.draft(job))).to.equal(
          'permanent MEDIA_REFUSED duration_check_failed',
        );
      },
      { creator: { maxSeconds: 3 } },
    ));

  it('keeps disabled features off, and applies the other settings', () =>
    inWorld(
      async (world) => {
        const clip = await clipOf(world, 12_000_000);
        const settings = { tiktok: { allow_comments: true, allow_duet: true, allow_stitch: true } };
        const job = jobOf(await world.connect(), { items: [clip.item], settings });
        await draftAll(world, job);
        await world.platform.commit(job);
        const labels = ['made with AI', 'comments', 'duets'];
        expect(world.fake.posts()[0]?.labels).to.deep.equal(labels);
      },
      { creator: { stitchDisabled: true } },
    ));

  it('fails as our misconfiguration if the app is unaudited', () =>
    inWorld(
      async (world) => {
        const clip = await clipOf(world, 12_000_000);
        const job = jobOf(await world.connect(), { items: [clip.item] });
        expect(await failureOf(world.platform.draft(job))).to.match(/^misconfigured MISCONFIGURED/);
      },
      { isAudited: false },
    ));
});

describe('TikTok: photos', () => {
  it('fail as our misconfiguration if their URL is unverified', () =>
    inWorld(
      async (world) => {
        const job = await photosOf(world);
        await draftAll(world, job);
        expect(await failureOf(world.platform.commit(job))).to.equal(
          'misconfigured MISCONFIGURED url_ownership_unverified',
        );
        expect(await job.hasBeenFetched()).to.equal(false);
      },
      { verifiedPrefixes: ['https://media.example.com/'] },
    ));

  it('are not published, and may be sent again, if TikTok could not fetch them', () =>
    inWorld(async (world) => {
      const job = await photosOf(world);
      const [item] = job.items;
      const gone = { ...job, items: [{ ...item, url: `${item?.url}-gone` }] } as typeof job;
      await draftAll(world, gone);
      expect(await world.platform.commit(gone)).to.include({ state: 'pending' });
      expect(await world.platform.reconcile({ ...gone, refs: job.refs })).to.deep.equal({
        state: 'not_published',
      });
      await world.platform.commit(job);
      expect(await world.platform.reconcile(job)).to.include({ state: 'published' });
      expect(world.fake.posts()).to.have.length(1);
    }));

  it('get their outcome from the recorded fetches if TikTok does not respond', () =>
    inWorld(async (world) => {
      const job = await photosOf(world);
      const at = (minutesAgo: number, isFetched: boolean) =>
        world.platform.reconcile({
          ...job,
          armedAt: Date.now() - minutesAgo * 60_000,
          hasBeenFetched: async () => isFetched,
        });
      expect(await at(9, false)).to.include({ state: 'pending' });
      expect(await at(11, false)).to.deep.equal({ state: 'not_published' });
      expect(await at(11, true)).to.include({ state: 'pending' });
    }));
});

describe("TikTok: a post's URL", () => {
  it('is known once TikTok has moderated the post, and contains every digit of its id', () =>
    inWorld(
      async (world) => {
        const clip = await clipOf(world, 12_000_000);
        const job = jobOf(await world.connect(), { items: [clip.item] });
        await draftAll(world, job);
        await world.platform.commit(job);
        const unnamed = { state: 'published', remotePostId: null, url: null };
        expect(await world.platform.reconcile(job)).to.deep.equal(unnamed);
        expect(await world.platform.findUrl?.(job, null)).to.equal(null);
        world.advance(2 * HOUR - 60_000);
        const [shown] = world.fake.posts();
        expect(await world.platform.findUrl?.(job, null)).to.equal(shown?.url);
        expect(await world.platform.reconcile(job)).to.include({ remotePostId: shown?.id });
        expect(shown?.id).to.match(/^\d{19}$/);
      },
      { idDelayMs: HOUR },
    ));
});

describe('TikTok: tokens', () => {
  it('expire at the time in the token response', () =>
    inWorld(async (world) => {
      const { tokens } = await world.connect();
      const hours = (until: number | null) => Math.round(((until ?? 0) - Date.now()) / HOUR);
      expect(hours(tokens.accessExpiresAt)).to.equal(2);
      expect(hours(tokens.refreshExpiresAt)).to.equal(180 * 24);
    }));
});
