import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { until } from '../support/until.js';
import { daysAhead, postSuite } from './posts-rig.js';

describe('POST /v1/social/posts', () => {
  const suite = postSuite();

  it('accepts a scheduled post with one hold, separate copies of the files, and the time as written', async () => {
    const poster = await suite.poster();
    const { customer, characterId, picture } = poster;
    const before = await suite.balance(customer);
    const scheduledAt = daysAhead(2).replace('+00:00', '-00:00');
    const answer = await suite.post(poster, {
      platforms: ['threads', 'twitter'],
      caption: 'see https://example.com',
      scheduled_at: scheduledAt,
    });
    expect(answer.status, answer.text).to.equal(201);
    const { id, created_at: createdAt, notes, ...rest } = answer.body;
    expect(id).to.match(/^pst_[0-9a-f]{32}$/);
    expect(createdAt).to.be.closeTo(Date.now(), 60_000);
    expect(notes).to.deep.equal([]);
    const waiting = { success: false, url: null, scheduled: true, error: null, error_code: null };
    expect(rest).to.deep.equal({
      object: 'social_post',
      character_id: characterId,
      platforms: ['threads', 'twitter'],
      caption: 'see https://example.com',
      generation_ids: [picture],
      scheduled_at: scheduledAt,
      status: 'scheduled',
      results: [
        { platform: 'threads', ...waiting },
        { platform: 'twitter', ...waiting },
      ],
      credits: 4,
      refunded_credits: 0,
      metadata: {},
    });
    expect(await suite.balance(customer)).to.deep.equal({ free: before.free - 4, held: 4 });
    const shown = await customer.client.get<SocialPostBody>(`/v1/social/posts/${id}`);
    expect(shown.body).to.deep.equal(answer.body);
  });

  it('returns metadata, and finds posts by it', async () => {
    const poster = await suite.poster(['threads']);
    const stranger = await suite.poster(['threads']);
    const post = async (by: typeof poster, metadata: object) =>
      (await suite.scheduled(by, { metadata })).id;
    const wanted = await post(poster, { order: '42', shop: 'a' });
    await post(poster, { order: '43', shop: 'a' });
    await post(stranger, { order: '42' });
    const path = '/v1/social/posts?metadata[order]=42&metadata[shop]=a';
    const found = await poster.customer.client.get<{ data: SocialPostBody[] }>(path);
    expect(found.body.data.map(({ id, metadata }) => ({ id, metadata }))).to.deep.equal([
      { id: wanted, metadata: { order: '42', shop: 'a' } },
    ]);
    const refused = await suite.post(poster, { metadata: { n: 1 } });
    expect([refused.status, refused.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 400 && text.includes('body.metadata.n'),
    );
  });

  it('finds the posts of a period by their scheduled time, or without one by the request', async () => {
    const poster = await suite.poster(['threads']);
    const schedule = async (days: number) =>
      (await suite.scheduled(poster, { scheduled_at: daysAhead(days) })).id;
    const [soon, later] = [await schedule(2), await schedule(4)];
    const { id: immediate } = (await suite.post(poster)).body;
    const find = async (query: string) => {
      const path = `/v1/social/posts?${query}`;
      const { body } = await poster.customer.client.get<{ data: SocialPostBody[] }>(path);
      return body.data.map(({ id }) => id);
    };
    const day = (days: number) => new Date(daysAhead(days)).getTime();
    expect(await find(`due_before=${day(1)}`)).to.deep.equal([immediate]);
    expect(await find(`due_after=${day(1)}&due_before=${day(3)}`)).to.deep.equal([soon]);
    expect(await find(`due_after=${day(1)}&limit=100`)).to.deep.equal([later, soon]);
    expect(await find(`due_after=${day(5)}`)).to.deep.equal([]);
    const exact = new Date(
      (await poster.customer.client.get<SocialPostBody>(`/v1/social/posts/${soon}`)).body
        .scheduled_at ?? '',
    ).getTime();
    expect(await find(`due_after=${exact}&due_before=${exact + 1}`)).to.deep.equal([soon]);
    expect(await find(`due_before=${exact}`)).to.deep.equal([immediate]);
  });

  it('charges the price that dry_run returns for X, where a truncated link costs nothing', async () => {
    const poster = await suite.poster(['twitter']);
    const words = 'word '.repeat(60);
    for (const [caption, credits] of [
      [`${words}https://example.com/shop`, 1],
      [`https://example.com/shop ${words}`, 3],
    ] as const) {
      const more = { platforms: ['twitter'], caption, scheduled_at: daysAhead(2) };
      const quoted = await suite.preview(poster, more);
      expect(quoted.credits).to.equal(credits);
      const charged = await suite.post(poster, more);
      expect(charged.body.credits, charged.text).to.equal(credits);
    }
  });

  it('keeps the files of a post when its generation is deleted, and maintenance removes other copies', async () => {
    const poster = await suite.poster();
    const { store } = suite.api.deps;
    const { id } = await suite.scheduled(poster);
    await poster.customer.client.call('DELETE', `/v1/generations/${poster.picture}`);
    const stray = `posts/pst_${'0'.repeat(32)}/${'1'.repeat(32)}.webp`;
    await store.put(stray, Buffer.from('left by a request that was killed'), 'image/webp');
    await sweepUploads(suite.api.deps, -60_000);
    const [copy] = await store.list(`posts/${id}/`, '', 10);
    expect(copy?.size).to.be.above(0);
    expect(await store.stat(stray)).to.equal(null);
  });

  it('creates one post, one charge and one set of copies for concurrent duplicates', async () => {
    const poster = await suite.poster();
    const before = await suite.footprint(poster.customer.accountId);
    const idem = randomUUID();
    const more = { scheduled_at: daysAhead(3) };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => suite.post(poster, more, { idem })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).to.equal(1);
    expect(answers[0]?.status, answers[0]?.text).to.equal(201);
    const after = await suite.footprint(poster.customer.accountId);
    expect(after['post']).to.equal(1);
    expect(after['copies']).to.equal((before['copies'] ?? 0) + 1);
    expect(after['balance']).to.equal((before['balance'] ?? 0) - 1);
  });

  it('accepts the largest inputs: 5,000 emoji, ten 4K pictures, every platform', async () => {
    const poster = await suite.poster();
    const { customer } = poster;
    const large = await suite.picture(customer, 5_504, 3_072);
    const caption = '🦊'.repeat(5_000);
    const post = await suite.scheduled(poster, {
      platforms: PLATFORMS.filter((name) => name !== 'youtube'),
      generation_ids: Array.from({ length: 10 }, () => large),
      caption,
    });
    expect(post.caption).to.equal(caption);
    expect(post.credits).to.equal(4);
    expect(post.notes.map(({ platform }) => platform)).to.include('twitter');
    const [row] = await suite.db.query('SELECT sources FROM social_post WHERE id = $1', [post.id]);
    expect(row.sources).to.have.length(10);
    expect(row.sources[9]).to.deep.include({ width: 5_504, height: 3_072, durationMs: null });
    const copies = await suite.api.deps.store.list(`posts/${post.id}/`, '', 100);
    expect(copies).to.have.length(10);
    await customer.client.call('POST', `/v1/social/posts/${post.id}/cancel`);
    const refused = await suite.post(poster, { caption: `${caption}!` });
    expect(refused.status).to.equal(400);
  });

  it('accepts a clip, and stores its length and size', async () => {
    const poster = await suite.poster();
    const clip = await suite.video(poster.customer);
    const post = await suite.scheduled(poster, {
      platforms: ['youtube', 'threads'],
      generation_ids: [clip],
    });
    const [row] = await suite.db.query('SELECT sources, media FROM social_post WHERE id = $1', [
      post.id,
    ]);
    expect(row.media).to.equal('video');
    expect(row.sources[0]).to.deep.include({ contentType: 'video/mp4', width: 96, height: 64 });
    expect(row.sources[0].durationMs).to.be.within(1_900, 2_100);
  });

  it('waits for the result of an immediate post, and replays that response', async () => {
    const poster = await suite.poster();
    const idem = randomUUID();
    const more = { platforms: ['threads', 'tiktok'] };
    const first = suite.post(poster, more, { idem });
    const id = await until('the post exists', () => suite.idOfPost(poster.customer));
    const second = suite.post(poster, more, { idem });
    await suite.settle(id, { tiktok: 'QUOTA_REACHED' });
    const answers = await Promise.all([first, second]);
    const [created, again] = answers;
    expect(created.status, created.text).to.equal(201);
    expect(created.body).to.deep.include({ status: 'partial', credits: 2, refunded_credits: 1 });
    expect(created.body.results.map(({ success }) => success)).to.deep.equal([true, false]);
    expect(created.body.results[1]).to.deep.include({
      error_code: 'QUOTA_REACHED',
      scheduled: false,
      url: null,
    });
    expect(again.text).to.equal(created.text);
    const later = await suite.post(poster, more, { idem });
    expect(later.text).to.equal(created.text);
    expect(later.headers.get('idempotent-replayed')).to.equal('true');
    const events = await suite.eventsOf(poster.customer.accountId);
    const event = events.find(({ id: name }) => name === `evt_pst_${id}_published`);
    expect(event?.type).to.equal('social_post.published');
    expect(JSON.parse(event?.body ?? '{}').data).to.deep.equal(created.body);
  });

  it('returns `scheduled` without a time if the post is not published within 20 seconds', async () => {
    const poster = await suite.poster();
    const idem = randomUUID();
    const answer = await suite.post(poster, {}, { idem });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body).to.deep.include({ status: 'scheduled', scheduled_at: null });
    expect(answer.body.results[0]).to.deep.include({
      scheduled: true,
      success: false,
      error: null,
    });
    await suite.settle(answer.body.id);
    expect((await suite.post(poster, {}, { idem })).text, 'a replay').to.equal(answer.text);
    const now = await poster.customer.client.get<SocialPostBody>(
      `/v1/social/posts/${answer.body.id}`,
    );
    expect(now.body.status).to.equal('published');
  });
});

describe('POST /v1/social/posts while Temporal is unreachable', () => {
  const suite = postSuite((deps) => ({
    ...deps,
    startWorkflow: () => Promise.reject(new Error('Temporal is away')),
  }));

  it('responds without waiting for Temporal, and the relay starts the run', async () => {
    const poster = await suite.poster();
    const answer = await suite.post(poster);
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body).to.deep.include({ status: 'scheduled', scheduled_at: null });
    const started = 'SELECT workflow_type AS type FROM workflow_start WHERE workflow_id = $1';
    expect(await suite.db.query(started, [answer.body.id])).to.deep.equal([
      { type: 'publishPost' },
    ]);
    expect(suite.api.edge.room.waiting, 'requests that wait').to.equal(0);
    await suite.forgetStarts();
  });
});
