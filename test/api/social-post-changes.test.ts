import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import { cancelPost } from '../../domain/social/posts/cancel-post.js';
import { movePost } from '../../domain/social/posts/move-post.js';
import { daysAhead, postSuite, type Poster } from './posts-rig.js';

const LINK = 'see https://example.com';

describe('a scheduled post', () => {
  const suite = postSuite();
  const call = (poster: Poster, method: string, path: string, body?: object, idem?: string) =>
    poster.customer.client.call<SocialPostBody>(method, `/v1/social/posts/${path}`, {
      ...(body && { body }),
      ...(idem && { idem }),
    });
  const cancel = (poster: Poster, id: string, idem?: string) =>
    call(poster, 'POST', `${id}/cancel`, undefined, idem);
  const change = (poster: Poster, id: string, body: object, idem?: string) =>
    call(poster, 'PATCH', id, body, idem);
  const begin = (id: string) =>
    suite.db.query("UPDATE social_publication SET state = 'preparing' WHERE post_id = $1", [id]);

  it('is cancelled once with a full refund, and repeated requests get the same response', async () => {
    const poster = await suite.poster();
    const before = await suite.balance(poster.customer);
    const { id } = await suite.scheduled(poster, { platforms: ['threads', 'twitter'] });
    const idem = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(poster, id, idem)));
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    const [first] = answers;
    expect(first?.status, first?.text).to.equal(200);
    expect(first?.body).to.deep.include({ status: 'cancelled', credits: 2, refunded_credits: 2 });
    const cancelledResult = {
      success: false,
      scheduled: false,
      url: null,
      error_code: 'CANCELLED',
    };
    for (const result of first?.body.results ?? []) expect(result).to.deep.include(cancelledResult);
    expect(await suite.balance(poster.customer)).to.deep.equal(before);
    await suite.leavesNothing(poster.customer.accountId, async () => {
      expect((await cancel(poster, id, idem)).text).to.equal(first?.text);
      expect((await cancel(poster, id)).status).to.equal(409);
      expect((await change(poster, id, { caption: 'late' })).status).to.equal(409);
    });
    expect(await suite.eventsOf(poster.customer.accountId), 'events').to.have.length(1);
  });

  it('can get a new time and text, once per Idempotency-Key', async () => {
    const poster = await suite.poster();
    const { id } = await suite.scheduled(poster, { caption: 'a fox' });
    const idem = randomUUID();
    const time = daysAhead(9);
    const body = { scheduled_at: time, caption: 'a red fox' };
    const answers = await Promise.all([1, 2, 3].map(() => change(poster, id, body, idem)));
    for (const { status, text } of answers) expect(status, text).to.equal(200);
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    expect(answers[0]?.body).to.deep.include({ scheduled_at: time, caption: 'a red fox' });
    const cleared = await change(poster, id, { caption: null });
    expect(cleared.body).to.deep.include({ scheduled_at: time, caption: null });
    const [row] = await suite.db.query(
      `SELECT version, proposal, (extract(epoch FROM due_at) * 1000)::float8 AS due
       FROM social_post WHERE id = $1`,
      [id],
    );
    expect(row).to.deep.equal({ version: 3, proposal: null, due: Date.parse(time) });
  });

  it('applies each of several concurrent changes completely or not at all', async () => {
    const poster = await suite.poster();
    const { id } = await suite.scheduled(poster);
    const bodies = [1, 2, 3, 4].map((n) => ({ caption: `text ${n}`, scheduled_at: daysAhead(n) }));
    const answers = await Promise.all(bodies.map((body) => change(poster, id, body)));
    expect(answers.map(({ status }) => status)).to.include(200);
    for (const [at, { status, body, text }] of answers.entries()) {
      expect(status, text).to.be.oneOf([200, 409]);
      if (status === 200) expect(body).to.deep.include(bodies[at]);
    }
    const { body } = await call(poster, 'GET', id);
    expect(bodies.map((wanted) => wanted.caption)).to.include(body.caption);
    const made = bodies.find(({ caption }) => caption === body.caption);
    expect(body.scheduled_at).to.equal(made?.scheduled_at);
  });

  it('rejects a text that costs more, and keeps the price for a text that costs less', async () => {
    const poster = await suite.poster();
    const { accountId } = poster.customer;
    const before = await suite.balance(poster.customer);
    const plain = await suite.scheduled(poster, { platforms: ['twitter'], caption: 'a fox' });
    const refused = await suite.leavesNothing(accountId, () =>
      change(poster, plain.id, { caption: LINK }),
    );
    expect(refused.status, refused.text).to.equal(400);
    expect(refused.text).to.include('body.caption').and.to.include('3 credits');
    const linked = await suite.scheduled(poster, { platforms: ['twitter'], caption: LINK });
    expect(linked.credits).to.equal(3);
    expect((await change(poster, linked.id, { caption: 'a fox' })).body.credits).to.equal(3);
    expect((await change(poster, linked.id, { caption: LINK })).status, 'again').to.equal(200);
    expect((await change(poster, linked.id, { caption: 'a fox' })).status).to.equal(200);
    await suite.settle(plain.id);
    await suite.settle(linked.id);
    const { body } = await call(poster, 'GET', linked.id);
    expect(body).to.deep.include({ status: 'published', credits: 3, refunded_credits: 0 });
    expect(await suite.balance(poster.customer)).to.deep.equal({ free: before.free - 4, held: 0 });
  });

  it('rejects any time or text that a new post cannot have, and a change without fields', async () => {
    const poster = await suite.poster();
    const { id } = await suite.scheduled(poster);
    const cases: readonly [object, number][] = [
      [{}, 400],
      [{ scheduled_at: daysAhead(0) }, 400],
      [{ scheduled_at: '2030-01-01T00:00:00' }, 400],
      [{ caption: 'x'.repeat(5_001) }, 400],
      [{ caption: 'forbidden fruit' }, 422],
    ];
    await suite.leavesNothing(poster.customer.accountId, async () => {
      for (const [body, status] of cases) {
        const answer = await change(poster, id, body);
        expect(answer.status, `${JSON.stringify(body).slice(0, 60)} ${answer.text}`).to.equal(
          status,
        );
      }
    });
  });

  it('cannot be cancelled or changed once publishing has begun on a platform, and is hidden from other accounts', async () => {
    const poster = await suite.poster();
    const { id } = await suite.scheduled(poster);
    const other = await suite.poster([]);
    expect((await call(other, 'GET', id)).status).to.equal(404);
    expect((await cancel(other, id)).status).to.equal(404);
    expect((await change(other, id, { caption: 'theirs' })).status).to.equal(404);
    await begin(id);
    expect((await cancel(poster, id)).status).to.equal(409);
    const refused = await change(poster, id, { scheduled_at: daysAhead(4) });
    expect(refused.status, refused.text).to.equal(409);
    await suite.settle(id);
    expect((await cancel(poster, id)).status).to.equal(409);
  });

  it('changes only once even if the activity is repeated', async () => {
    const poster = await suite.poster();
    const { accountId } = poster.customer;
    const { id } = await suite.scheduled(poster);
    const claim = { accountId, key: randomUUID(), fingerprint: 'f' };
    const proposal = { key: claim.key, caption: 'once' };
    await suite.db.query('UPDATE social_post SET proposal = $2 WHERE id = $1', [id, proposal]);
    const request = { claim, dueAt: null, version: 2 };
    expect(await movePost(suite.api.deps, id, request)).to.equal('changed');
    const end = { ...claim, key: randomUUID() };
    await suite.leavesNothing(accountId, async () => {
      expect(await movePost(suite.api.deps, id, request)).to.equal('changed');
      expect(await movePost(suite.api.deps, id, { ...request, claim: end })).to.equal(
        'not_waiting',
      );
    });
    expect(await cancelPost(suite.api.deps, id, end)).to.equal('changed');
    await suite.leavesNothing(accountId, async () => {
      expect(await cancelPost(suite.api.deps, id, end)).to.equal('changed');
    });
  });

  it('is listed newest first, with filters for status, platform and character', async () => {
    const poster = await suite.poster();
    const { client } = poster.customer;
    const first = await suite.scheduled(poster, { platforms: ['threads'] });
    const second = await suite.scheduled(poster, { platforms: ['twitter', 'tiktok'] });
    await cancel(poster, first.id);
    const list = async (query: string) => {
      const path = `/v1/social/posts?${query}`;
      const { body } = await client.get<{ data: SocialPostBody[]; next_cursor: string }>(path);
      return { ids: body.data.map(({ id }) => id), next: body.next_cursor };
    };
    expect((await list('')).ids).to.deep.equal([second.id, first.id]);
    expect((await list('status=cancelled')).ids).to.deep.equal([first.id]);
    expect((await list('platform=tiktok')).ids).to.deep.equal([second.id]);
    expect((await list(`character_id=${poster.characterId}`)).ids).to.have.length(2);
    expect((await list('character_id=nobody')).ids).to.deep.equal([]);
    const page = await list('limit=1');
    expect((await list(`limit=1&cursor=${page.next}`)).ids).to.deep.equal([first.id]);
    expect((await client.refused('GET', '/v1/social/posts?status=gone')).status).to.equal(400);
  });
});

describe('a scheduled post whose workflow run has no worker', () => {
  const suite = postSuite((deps) => deps);

  it('returns 503 for a cancel and changes nothing', async () => {
    const poster = await suite.poster();
    const { accountId, client } = poster.customer;
    const { id } = await suite.scheduled(poster);
    const path = `/v1/social/posts/${id}/cancel`;
    const refused = await suite.leavesNothing(accountId, () => client.refused('POST', path));
    expect(refused.status, refused.text).to.equal(503);
    expect(refused.body.error.message).to.include('same Idempotency-Key');
    await suite.api.deps.temporal.client.workflow.getHandle(id).terminate();
  });
});
