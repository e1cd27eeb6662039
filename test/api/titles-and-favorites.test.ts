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
