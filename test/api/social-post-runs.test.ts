import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import { connect } from '../social/connected.js';
import { closingOf, clearText, eventsOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';
import { refused } from '../workflows/publish-platform.js';
import { PublishStage } from '../workflows/publish-rig.js';
import { daysAhead, PostSuite, type Poster } from './posts-rig.js';
import { registerSuite } from './suite.js';

describe('the API and the workflow runs of posts', () => {
  const suite = new PostSuite();
  const stage = new PublishStage();
  let workers: TestWorkers;
  // Registered before the hooks of the suite, so that the workers stop before the API.
  after(() => workers.stop());
  registerSuite(suite, {
    async begin() {
      workers = await startWorkers(suite.api.deps, { platforms: stage.platforms });
    },
  });
  const path = (id: string) => `/v1/social/posts/${id}`;
  const get = async ({ customer }: Poster, id: string) =>
    (await customer.client.get<SocialPostBody>(path(id))).body;
  const closed = (id: string) => closingOf(suite.api.deps, id);

  it('publish an immediate post, return its results, and send one event', async () => {
    const poster = await suite.poster();
    stage.on('tiktok').commits.push(() => Promise.reject(refused('permanent', 'MEDIA_REFUSED')));
    const idem = randomUUID();
    const more = { platforms: ['threads', 'tiktok'], caption: 'A fox that no history knows' };
    const answer = await suite.post(poster, more, { idem });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body).to.deep.include({ status: 'partial', credits: 2, refunded_credits: 1 });
    expect((await suite.post(poster, more, { idem })).text).to.equal(answer.text);
    const { id } = answer.body;
    expect(await get(poster, id)).to.deep.equal(answer.body);
    const events = await suite.eventsOf(poster.customer.accountId);
    const postEvents = events.filter(({ type }) => type.startsWith('social_post.'));
    expect(postEvents.map(({ id: name }) => name)).to.deep.equal([`evt_pst_${id}_published`]);
    expect(JSON.parse(postEvents[0]?.body ?? '{}').data).to.deep.equal(answer.body);
    await closed(id);
    const history = clearText(await eventsOf(suite.api.deps.temporal.client, id));
    expect(history).not.to.include('no history knows');
  });

  it('move, change and cancel a scheduled post, and the cancel ends its run', async () => {
    const poster = await suite.poster();
    const before = await suite.balance(poster.customer);
    const { id } = await suite.scheduled(poster);
    const time = daysAhead(20);
    const body = { scheduled_at: time, caption: 'Another text that no history knows' };
    const moved = await poster.customer.client.call<SocialPostBody>('PATCH', path(id), { body });
    expect(moved.status, moved.text).to.equal(200);
    expect(moved.body).to.deep.include(body);
    const idem = randomUUID();
    const cancel = () =>
      poster.customer.client.call<SocialPostBody>('POST', `${path(id)}/cancel`, { idem });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(answers[0].text).to.equal(answers[1].text);
    expect(await suite.balance(poster.customer)).to.deep.equal(before);
    expect(await closed(id)).to.equal('COMPLETED cancelled');
    expect(stage.on('threads').count(id)).to.equal(0);
    const history = clearText(await eventsOf(suite.api.deps.temporal.client, id));
    expect(history).not.to.include('no history knows');
    const late = await poster.customer.client.call('PATCH', path(id), { body });
    expect(late.status, late.text).to.equal(409);
  });

  it('publish a post at its new time and with its new text after it was moved forward', async () => {
    const poster = await suite.poster();
    const { id } = await suite.scheduled(poster, { caption: 'old' });
    // A caller cannot choose a time in less than five minutes, so the test sets the time in the row to now.
    const { accountId } = poster.customer;
    const claim = { accountId, key: randomUUID(), fingerprint: 'f' };
    const at = new Date();
    const proposal = { key: claim.key, caption: 'new', scheduledAt: at.toISOString() };
    await suite.db.query('UPDATE social_post SET proposal = $2 WHERE id = $1', [id, proposal]);
    const change = { name: 'move', request: { claim, dueAt: at.getTime(), version: 2 } } as const;
    const start = {
      workflowId: id,
      workflowType: 'publishPost',
      args: [],
      accountId,
      summary: '',
      attributes: {},
    } as const;
    expect(await suite.api.deps.temporal.changePost(start, change, 'm')).to.equal('changed');
    await until(
      'the post is published',
      async () => (await get(poster, id)).status === 'published',
    );
    expect(stage.on('threads').shown.find(({ postId }) => postId === id)?.text).to.equal('new');
    const events = await suite.eventsOf(accountId);
    expect(events.map(({ type }) => type)).not.to.include('social_post.published');
    const refusal = await poster.customer.client.refused('POST', `${path(id)}/cancel`);
    expect(refusal.status, refusal.text).to.equal(409);
    expect(refusal.body.error.details).to.deep.equal({ status: 'published' });
  });

  it('publish concurrent posts to the accounts of ten characters exactly once, and report them as published', async () => {
    const poster = await suite.poster([], { credits: 1_000 });
    const posters: Poster[] = [];
    for (let n = 0; n < 10; n += 1) {
      const characterId = await suite.character(poster.customer);
      await connect(suite.api.deps, poster.customer, { characterId });
      posters.push({ ...poster, characterId });
    }
    const answers = await Promise.all(posters.map((one) => suite.post(one)));
    for (const { status, body, text } of answers) {
      expect(status, text).to.equal(201);
      await until(
        'the concurrent post is published',
        async () => (await get(poster, body.id)).status === 'published',
      );
      expect(stage.on('threads').count(body.id)).to.equal(1);
    }
    const out = answers.filter(({ body }) => body.status === 'published');
    console.log(`      ${out.length} of 10 counted as published`);
    expect((await suite.balance(poster.customer)).held).to.equal(0);
  });
});
