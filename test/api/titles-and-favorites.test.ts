import { expect } from 'chai';
import type { Issue } from '../../domain/contract/refusal.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { apiSuite, type Customer } from './suite.js';

describe('PATCH /v1/generations/{id}', () => {
  const suite = apiSuite();
  let customer: Customer;
  let id: string;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000 });
    id = await suite.queued(customer);
  });

  const change = (body: object, by = customer, idem?: string) =>
    by.client.call<GenerationBody>('PATCH', `/v1/generations/${id}`, {
      body,
      ...(idem !== undefined && { idem }),
    });
  const find = async (query: string) => {
    const answer = await customer.client.get<{ data: GenerationBody[] }>(
      `/v1/generations?${query}`,
    );
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.map((row) => row.id);
  };

  it('sets the title and the mark, and changes only the fields sent', async () => {
    const first = await change({ title: 'Draft 🦊', favorite: true });
    expect(first.status, first.text).to.equal(200);
    expect(first.body).to.include({ id, title: 'Draft 🦊', favorite: true, status: 'queued' });
    expect((await change({ favorite: false })).body).to.include({
      title: 'Draft 🦊',
      favorite: false,
    });
    expect((await change({ title: null })).body).to.include({ title: null, favorite: false });
    expect((await change({})).body).to.include({ title: null, favorite: false });
  });

  it('works in any state, and every response shows the change', async () => {
    await change({ title: 'Before the end' });
    await suite.complete(id);
    await change({ favorite: true });
    const { body } = await customer.client.get(`/v1/generations/${id}`);
    expect(body).to.include({ title: 'Before the end', favorite: true, status: 'completed' });
    const [event] = await suite.eventsOf(customer.accountId);
    expect(JSON.parse(event?.body ?? '').data).to.include({ title: 'Before the end' });
  });

  it('lists only favorites, or only the others', async () => {
    const other = await suite.queued(customer);
    await change({ favorite: true });
    expect(await find('favorite=true')).to.deep.equal([id]);
    expect(await find('favorite=false')).to.deep.equal([other]);
    expect(await find('favorite=true&status=failed')).to.deep.equal([]);
  });

  it('finds words of the title and of the prompt, also together', async () => {
    await change({ title: 'Cover of spring 50%' });
    const other = await suite.queued(customer, 'a cover of snow');
    const search = async () => ({
      title: await find('q=spring'),
      prompt: await find('q=snow'),
      both: await find('q=SNOW spri'),
      short: await find('q=of'),
      percent: await find('q=50%25'),
      neither: await find('q=spring autumn'),
      filtered: await find('q=spring&favorite=true'),
    });
    const expected = {
      title: [id],
      prompt: [other, id],
      both: [id],
      short: [other, id],
      percent: [id],
      neither: [],
      filtered: [],
    };
    expect(await search(), 'open generations').to.deep.equal(expected);
    for (const one of [id, other]) await suite.complete(one);
    expect(await search(), 'ended generations').to.deep.equal(expected);
    await change({ title: null });
    expect(await find('q=spring')).to.deep.equal([]);
    const stranger = await suite.customer();
    await change({ title: 'Cover of spring' });
    const theirs = await stranger.client.get<{ data: unknown[] }>('/v1/generations?q=spring');
    expect(theirs.body.data).to.deep.equal([]);
  });

  it('finds rare titles in a long list exactly once, page by page, in both orders', async () => {
    const rare: string[] = [];
    for (const word of ['one', 'two', 'three']) {
      const made = await suite.queued(customer, `a heron ${word}`);
      await suite.complete(made);
      await customer.client.call('PATCH', `/v1/generations/${made}`, {
        body: { title: `Heron ${word}` },
      });
      rare.push(made);
    }
    const untitled = await suite.queued(customer, 'a heron without a title');
    await suite.complete(untitled);
    await suite.db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
         created_at, completed_at, title)
       SELECT 'gen_' || md5($1 || n), $1, 'key', 'image', 'm', 'completed', 0, '{}',
         now() + (n - 150) * interval '1 hour', now(), 'Title ' || n FROM generate_series(1, 300) n`,
      [customer.accountId],
    );
    const oldestFirst = [...rare, untitled];
    for (const [order, expected] of [
      ['asc', oldestFirst],
      ['desc', oldestFirst.toReversed()],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer: { body: { data: GenerationBody[]; next_cursor: string | null } } =
          await customer.client.get(
            `/v1/generations?limit=2&q=heron&order=${order}${cursor && `&cursor=${cursor}`}`,
          );
        seen.push(...answer.body.data.map((row) => row.id));
        cursor = answer.body.next_cursor;
      }
      expect(seen, order).to.deep.equal(expected);
    }
    await suite.db.query('DELETE FROM generation WHERE account_id = $1 AND credits = 0', [
      customer.accountId,
    ]);
  });

  it('does not repeat a change for the same key', async () => {
    const first = await change({ title: 'One' }, customer, 'same-key-of-title');
    await change({ title: 'Two' });
    const again = await change({ title: 'One' }, customer, 'same-key-of-title');
    expect(again.body).to.deep.equal(first.body);
    expect((await change({})).body.title).to.equal('Two');
  });

  it('leaves no title in stored answers and events after the generation is deleted', async () => {
    await change({ title: 'Secret of spring' });
    await suite.complete(id);
    const count = async () => {
      const sql = `SELECT (SELECT count(*)::int FROM idempotency_key WHERE account_id = $1 AND body LIKE $2)
        + (SELECT count(*)::int FROM event WHERE account_id = $1 AND body LIKE $2) AS count`;
      const [row] = await suite.db.query(sql, [customer.accountId, '%Secret of spring%']);
      return Number(row.count);
    };
    expect(await count()).to.equal(2);
    const removed = await customer.client.call('DELETE', `/v1/generations/${id}`);
    expect(removed.status, removed.text).to.equal(200);
    expect(await count()).to.equal(0);
  });

  it('answers 404 to other accounts, and changes nothing', async () => {
    const stranger = await suite.customer();
    expect((await change({ favorite: true }, stranger)).status).to.equal(404);
    expect((await change({})).body.favorite).to.equal(false);
  });

  it('lists every problem of the body', async () => {
    const answer = await customer.client.refused('PATCH', `/v1/generations/${id}`, {
      body: { title: 'a\nb', favorite: 'yes', name: 'x' },
    });
    expect(answer.status, answer.text).to.equal(400);
    const issues = answer.body.error.details?.['issues'] as Issue[];
    expect(issues.map(({ path }) => path)).to.have.members([
      'body.title',
      'body.favorite',
      'body.name',
    ]);
    const long = await customer.client.refused('PATCH', `/v1/generations/${id}`, {
      body: { title: 'a'.repeat(121) },
    });
    expect(long.status).to.equal(400);
  });
});
