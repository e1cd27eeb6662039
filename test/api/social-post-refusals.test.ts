import { expect } from 'chai';
import { OPEN_POSTS_MAX, PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { Answer } from '../support/client.js';
import { daysAhead, postSuite, type Poster } from './posts-rig.js';

const NOBODY = `gen_${'0'.repeat(32)}`;
const YEAR = 366;

describe('POST /v1/social/posts refuses', () => {
  const suite = postSuite();
  let poster: Poster;
  let clip: string;
  before(async () => {
    poster = await suite.poster();
    clip = await suite.video(poster.customer);
  });

  async function refuse(
    more: object,
    status: number,
    by: Poster = poster,
  ): Promise<Answer<ErrorBody>> {
    const { accountId, client } = by.customer;
    const send = (body: object) => client.refused('POST', '/v1/social/posts', { body });
    const answer = await suite.leavesNothing(accountId, () => send(suite.bodyOf(by, more)));
    expect(answer.status, answer.text).to.equal(status);
    if (status === 402) return answer;
    const dry = await send(suite.bodyOf(by, { ...more, dry_run: true }));
    const { request_id: _, ...error } = dry.body.error;
    expect({ status: dry.status, ...error }, 'a dry run').to.deep.include({
      status,
      code: answer.body.error.code,
      message: answer.body.error.message,
    });
    return answer;
  }

  /** Lists the paths of the issues, without `body.`. */
  const pathsOf = ({ body }: Answer<ErrorBody>) =>
    ((body.error.details?.['issues'] ?? []) as { path: string }[]).map(({ path }) => path.slice(5));

  const INVALID: Readonly<Record<string, [() => object, string[]]>> = {
    'no platform': [() => ({ platforms: [] }), ['platforms']],
    'a platform twice': [() => ({ platforms: ['threads', 'threads'] }), ['platforms']],
    'an unknown platform': [() => ({ platforms: ['myspace'] }), ['platforms.0']],
    'no generation': [() => ({ generation_ids: [] }), ['generation_ids']],
    '11 generations': [() => ({ generation_ids: Array(11).fill(NOBODY) }), ['generation_ids']],
    'a caption of 5,001 characters': [() => ({ caption: '🦊'.repeat(5_001) }), ['caption']],
    'a time without offset': [() => ({ scheduled_at: '2030-01-01T10:00:00' }), ['scheduled_at']],
    'an invalid day': [() => ({ scheduled_at: '2030-02-30T10:00:00Z' }), ['scheduled_at']],
    'four minutes ahead': [() => ({ scheduled_at: daysAhead(4 / 1_440) }), ['scheduled_at']],
    'more than a year ahead': [() => ({ scheduled_at: daysAhead(YEAR) }), ['scheduled_at']],
    'settings of another platform': [
      () => ({ settings: { tiktok: { allow_duet: true }, youtube: {} } }),
      ['settings.tiktok', 'settings.youtube'],
    ],
    'four collaborators': [
      () => ({
        platforms: ['instagram'],
        settings: { instagram: { collaborators: ['a', 'b', 'c', 'd'] } },
      }),
      ['settings.instagram.collaborators'],
    ],
    'pictures for YouTube': [() => ({ platforms: ['youtube'] }), ['platforms']],
    'a community post': [
      () => ({
        platforms: ['youtube'],
        generation_ids: [clip],
        settings: { youtube: { content_type: 'community_post' } },
      }),
      ['settings.youtube.content_type'],
    ],
    'a reel of pictures': [
      () => ({
        platforms: ['instagram'],
        settings: { instagram: { content_type: 'reel' } },
      }),
      ['settings.instagram.content_type'],
    ],
    'a story of two pictures': [
      () => ({
        platforms: ['instagram'],
        generation_ids: [poster.picture, poster.picture],
        settings: { instagram: { content_type: 'story' } },
      }),
      ['settings.instagram.content_type'],
    ],
    'images and a video': [() => ({ generation_ids: [poster.picture, clip] }), ['generation_ids']],
    'two videos': [() => ({ generation_ids: [clip, clip] }), ['generation_ids']],
    'a Short that is wider than high': [
      () => ({
        platforms: ['youtube'],
        generation_ids: [clip],
        settings: { youtube: { content_type: 'short' } },
      }),
      ['generation_ids'],
    ],
  };
  for (const [what, [more, paths]] of Object.entries(INVALID)) {
    it(what, async () => {
      expect(pathsOf(await refuse(more(), 400))).to.deep.equal(paths);
    });
  }

  it('a cover at or after the end of the clip, but not a cover before the end', async () => {
    const cover = (at: number) => ({
      platforms: ['instagram'],
      generation_ids: [clip],
      settings: { instagram: { thumb_offset: at } },
    });
    // Two seconds are too short for Instagram, so this problem is reported too.
    const all = ['generation_ids', 'settings.instagram.thumb_offset'];
    expect(pathsOf(await refuse(cover(2), 400))).to.deep.equal(all);
    expect(pathsOf(await refuse(cover(1.5), 400))).to.deep.equal(all.slice(0, 1));
  });

  it('a post with several problems, and lists all of them: accounts, forms, unfinished generations', async () => {
    const lonely = await suite.poster(['threads']);
    const queued = await suite.queued(lonely.customer);
    const more = { platforms: ['threads', 'tiktok', 'youtube'] };
    expect(pathsOf(await refuse(more, 400, lonely))).to.deep.equal([
      'platforms',
      'platforms.1',
      'platforms.2',
    ]);
    const unfinished = { ...more, generation_ids: [lonely.picture, queued] };
    const answer = await refuse(unfinished, 400, lonely);
    expect(pathsOf(answer)).to.deep.equal(['generation_ids.1', 'platforms.1', 'platforms.2']);
    expect(answer.text).to.include('is queued; wait');
  });

  it('a platform account that must log in again', async () => {
    const other = await suite.poster(['threads']);
    await suite.db.query(
      "UPDATE social_account SET state = 'needs_login' WHERE character_id = $1",
      [other.characterId],
    );
    expect(pathsOf(await refuse({}, 400, other))).to.deep.equal(['platforms.0']);
  });

  it('characters and generations that are unknown or belong to another account', async () => {
    const other = await suite.poster();
    const cases: readonly [object, string][] = [
      [{ character_id: 'nobody' }, 'character_id'],
      [{ character_id: other.characterId }, 'character_id'],
      [{ generation_ids: [poster.picture, NOBODY] }, 'generation_ids.1'],
      [{ generation_ids: [other.picture] }, 'generation_ids.0'],
      [{ generation_ids: ['x'] }, 'generation_ids.0'],
    ];
    for (const [more, field] of cases) {
      const { error } = (await refuse(more, 404)).body;
      expect(error).to.deep.include({ code: 'NOT_FOUND', details: { field } });
    }
  });

  it('a caption or a title with forbidden words', async () => {
    const title = { platforms: ['youtube'], generation_ids: [clip] };
    const cases = [
      { caption: 'forbidden fruit' },
      { ...title, settings: { youtube: { title: 'forbidden fruit' } } },
    ];
    for (const more of cases) {
      const { error } = (await refuse(more, 422)).body;
      expect(error.code).to.equal('CONTENT_BLOCKED');
      expect(error.message).to.include('post');
    }
  });

  it('an account on the Free plan before it reports any other problem', async () => {
    const free = await suite.poster(['threads'], { plan: 'free' });
    const answer = await refuse({ character_id: 'nobody' }, 403, free);
    expect(answer.body.error.code).to.equal('PLAN_REQUIRED');
  });

  it('a post that exceeds the credits or the cap of the key, or that follows an unpaid fee', async () => {
    const poor = await suite.poster(PLATFORMS, { credits: 3 });
    const more = { platforms: ['threads', 'twitter'] };
    const credits = (await refuse(more, 402, poor)).body.error;
    expect(credits.code).to.equal('INSUFFICIENT_CREDITS');
    expect(credits.details).to.deep.include({ required: 2, available: 1 });
    const capped = await suite.poster(PLATFORMS, { monthlyCap: 3 });
    expect((await refuse(more, 402, capped)).body.error.code).to.equal('SPEND_CAP_REACHED');
    const owing = await suite.poster(PLATFORMS);
    await suite.db.query(
      "UPDATE social_account SET payment_due = true WHERE character_id = $1 AND platform = 'twitter'",
      [owing.characterId],
    );
    const unpaid = (await refuse(more, 402, owing)).body.error;
    expect(unpaid).to.deep.include({
      code: 'INSUFFICIENT_CREDITS',
      details: { code: 'SOCIAL_FEE_UNPAID', platforms: ['twitter'] },
    });
    const { plans } = await suite.preview(owing, more);
    expect(plans[1]?.warnings.join(' ')).to.include('fee');
  });

  it(`more than ${OPEN_POSTS_MAX} scheduled posts, even in concurrent requests`, async () => {
    const busy = await suite.poster();
    const { id } = await suite.scheduled(busy);
    await suite.db.query(
      `INSERT INTO social_post SELECT (r).* FROM (
         SELECT jsonb_populate_record(p, jsonb_build_object('id', 'pst_' || md5($1 || n))) AS r
         FROM social_post p, generate_series(1, $2) AS n WHERE p.id = $1) AS copies`,
      [id, OPEN_POSTS_MAX - 2],
    );
    const both = await Promise.all(
      [1, 2].map(() => suite.post(busy, { scheduled_at: daysAhead(1) })),
    );
    expect(both.map(({ status }) => status)).to.have.members([201, 403]);
    const answer = await suite.leavesNothing(busy.customer.accountId, () =>
      busy.customer.client.refused('POST', '/v1/social/posts', {
        body: suite.bodyOf(busy, { scheduled_at: daysAhead(1) }),
      }),
    );
    expect(answer.body.error).to.deep.include({
      code: 'LIMIT_REACHED',
      details: { code: 'SOCIAL_POST_LIMIT', limit: OPEN_POSTS_MAX },
    });
    await suite.db.query(
      'DELETE FROM social_post p WHERE account_id = $1 AND NOT EXISTS (SELECT 1 FROM hold h WHERE h.ref_id = p.id)',
      [busy.customer.accountId],
    );
  });
});

describe('POST /v1/social/posts with dry_run', () => {
  const suite = postSuite();

  it('returns what each platform would publish, and stores nothing', async () => {
    const poster = await suite.poster();
    const { picture } = poster;
    const more = {
      platforms: ['instagram', 'tiktok', 'threads', 'twitter'],
      generation_ids: [picture, picture, picture, picture, picture],
      caption: `see https://example.com ${'word '.repeat(200)}`,
      settings: { instagram: { aspect_ratio: '1:1' }, tiktok: { allow_duet: true } },
    };
    const { plans, credits } = await suite.leavesNothing(poster.customer.accountId, () =>
      suite.preview(poster, more),
    );
    expect(credits).to.equal(6);
    const [instagram, tiktok, threads, twitter] = plans;
    expect(instagram).to.deep.include({ form: 'carousel', ai_label: true, cut: false, credits: 1 });
    expect(instagram?.settings).to.deep.include({ aspect_ratio: '1:1', collaborators: [] });
    const [rendition] = instagram?.renditions ?? [];
    expect(rendition?.content_type).to.equal('image/jpeg');
    expect(rendition?.width).to.equal(rendition?.height);
    expect(tiktok?.settings).to.deep.equal({ allow_comments: false, auto_add_music: false });
    expect(tiktok?.warnings.join(' ')).to.include('allow_duet');
    expect(tiktok?.ai_label, 'no label for photos').to.equal(null);
    expect(threads).to.deep.include({ ai_label: null, cut: true });
    expect(threads?.text.length).to.be.within(1, 500);
    expect(twitter?.renditions).to.have.length(4);
    expect(twitter).to.deep.include({ form: 'photos', credits: 3, cut: true });
  });

  it('returns the form, title and label for a clip', async () => {
    const poster = await suite.poster();
    const clip = await suite.video(poster.customer);
    const { plans } = await suite.preview(poster, {
      platforms: ['youtube', 'threads'],
      generation_ids: [clip],
      caption: 'The first line\nand more',
      settings: { youtube: { visibility: 'unlisted' } },
    });
    expect(plans[0]).to.deep.include({ form: 'video', title: 'The first line', ai_label: true });
    expect(plans[0]?.settings).to.deep.equal({ visibility: 'unlisted', made_for_kids: false });
    expect(plans[0]?.renditions).to.deep.equal([
      { content_type: 'video/mp4', width: 96, height: 64 },
    ]);
  });
});
