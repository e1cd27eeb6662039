import { expect } from 'chai';
import { COLLECTION_ITEMS_MAX, COLLECTIONS_MAX } from '../../domain/catalogue/collection-limits.js';
import type { CollectionBody } from '../../domain/contract/collection.js';
import { createId } from '../../domain/contract/ids.js';
import { deleteAccount } from '../../domain/operator/delete-account.js';
import { apiSuite, type Customer } from './suite.js';

interface List<T> {
  readonly data: T[];
  readonly next_cursor: string | null;
}

describe('collections', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000 });
  });

  const post = (path: string, body: object, by = customer) =>
    by.client.call<CollectionBody>('POST', path, { body });
  const create = async (name: string) => {
    const answer = await post('/v1/collections', { name });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  };
  const add = (id: string, ids: readonly string[], by = customer) =>
    post(`/v1/collections/${id}/items`, { generation_ids: ids }, by);
  const remove = (id: string, ids: readonly string[], by = customer) =>
    post(`/v1/collections/${id}/items/remove`, { generation_ids: ids }, by);
  const read = async (id: string) =>
    (await customer.client.get<CollectionBody>(`/v1/collections/${id}`)).body;
  const list = async (query: string, by = customer) => {
    const answer = await by.client.get<List<{ id: string }>>(`/v1/generations?${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.map(({ id }) => id);
  };
  const code = (body: unknown) =>
    (body as { error: { details?: { code?: string } } }).error.details?.code;
  /** Inserts ended generations, the first one the newest. @returns their ids */
  const fill = async (count: number): Promise<string[]> => {
    const rows: { id: string }[] = await suite.db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
         created_at, completed_at)
       SELECT 'gen_' || md5($1 || n), $1, $2, 'image', 'm', 'failed', 0, '{}',
         now() - n * interval '1 s', now() FROM generate_series(1, $3::int) n
       RETURNING id`,
      [customer.accountId, customer.keyId, count],
    );
    return rows.map(({ id }) => id);
  };
  const unfill = () =>
    suite.db.query('DELETE FROM generation WHERE account_id = $1 AND credits = 0', [
      customer.accountId,
    ]);
  /** Fills a collection without its limit. */
  const stuff = (id: string, ids: readonly string[]) =>
    suite.db.query(
      `WITH added AS (INSERT INTO collection_item (collection_id, generation_id, made_at)
         SELECT $1, id, created_at FROM generation WHERE id = ANY($2) RETURNING 1)
       UPDATE collection SET items = (SELECT count(*) FROM added) WHERE id = $1`,
      [id, ids],
    );

  it('are created, read, renamed and deleted', async () => {
    const made = await create('Spring');
    expect(made).to.include({ object: 'collection', name: 'Spring', items: 0 });
    expect(await read(made.id)).to.deep.equal(made);
    const path = `/v1/collections/${made.id}`;
    const renamed = await customer.client.call('PATCH', path, { body: { name: 'SPRING' } });
    expect(renamed.body, renamed.text).to.deep.equal({ ...made, name: 'SPRING' });
    const gone = await customer.client.call('DELETE', path);
    expect(gone.body).to.deep.equal({ id: made.id, object: 'collection', deleted: true });
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await customer.client.call(method, path)).status).to.equal(404);
    }
    await create('spring');
  });

  it('have names that are unique in an account, ignoring case', async () => {
    const made = await create('Spring');
    const other = await create('Summer');
    const again = await post('/v1/collections', { name: 'sPRING' });
    expect(again.status, again.text).to.equal(409);
    const path = `/v1/collections/${other.id}`;
    const renamed = await customer.client.call('PATCH', path, { body: { name: 'spring' } });
    expect(renamed.status, renamed.text).to.equal(409);
    const stranger = await suite.customer();
    expect((await post('/v1/collections', { name: made.name }, stranger)).status).to.equal(201);
    const both = await Promise.all([1, 2].map(() => post('/v1/collections', { name: 'Autumn' })));
    expect(both.map(({ status }) => status)).to.have.members([201, 409]);
  });

  it('list their generations, newest or oldest first, with the other filters', async () => {
    const { id } = await create('Spring');
    const fox = await suite.queued(customer, 'a red fox');
    const hare = await suite.queued(customer, 'a grey hare');
    await suite.queued(customer, 'not collected');
    await suite.complete(fox);
    const answer = await add(id, [hare, fox, hare]);
    expect(answer.body, answer.text).to.include({ id, items: 2 });
    expect(answer.body.thumbnail_urls).to.have.length(1);
    expect(await list(`collection=${id}`)).to.deep.equal([hare, fox]);
    expect(await list(`collection=${id}&order=asc`)).to.deep.equal([fox, hare]);
    expect(await list(`collection=${id}&q=hare`)).to.deep.equal([hare]);
    expect(await list(`collection=${id}&status=completed`)).to.deep.equal([fox]);
    expect(await list(`collection=${id}&ids=${fox}&limit=1`)).to.deep.equal([fox]);
    expect(await list(`collection=${createId('col')}`)).to.deep.equal([]);
  });

  it('page through their generations in both orders', async () => {
    const { id } = await create('Spring');
    const ids = await fill(7);
    await add(id, ids);
    for (const [query, expected] of [
      ['', ids],
      ['&order=asc', ids.toReversed()],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const path: string = `/v1/generations?collection=${id}&limit=3${query}${cursor && `&cursor=${cursor}`}`;
        const { body } = await customer.client.get<List<{ id: string }>>(path);
        seen.push(...body.data.map((one) => one.id));
        cursor = body.next_cursor;
      }
      expect(seen).to.deep.equal(expected);
    }
    await remove(id, ids);
    await unfill();
  });

  it('take a generation once, and lose it once', async () => {
    const { id } = await create('Spring');
    const [one, two] = [await suite.queued(customer), await suite.queued(customer)];
    await add(id, [one]);
    expect((await add(id, [one, two])).body.items).to.equal(2);
    const concurrent = await Promise.all([1, 2, 3].map(() => add(id, [two, one])));
    expect(concurrent.map(({ body }) => body.items)).to.deep.equal([2, 2, 2]);
    expect((await remove(id, [one, createId('gen')])).body.items).to.equal(1);
    expect((await remove(id, [one])).body.items).to.equal(1);
    expect(await list(`collection=${id}`)).to.deep.equal([two]);
  });

  it('answer the same key with the same response', async () => {
    const { id } = await create('Spring');
    const one = await suite.queued(customer);
    const options = { body: { generation_ids: [one] }, idem: 'same-key-of-items' };
    const first = await customer.client.call('POST', `/v1/collections/${id}/items`, options);
    await remove(id, [one]);
    const again = await customer.client.call('POST', `/v1/collections/${id}/items`, options);
    expect(again.body).to.deep.equal(first.body);
    expect((await read(id)).items).to.equal(0);
  });

  it('refuse the generations and collections of others, and add nothing', async () => {
    const { id } = await create('Spring');
    const own = await suite.queued(customer);
    const stranger = await suite.customer();
    const theirs = await suite.queued(stranger);
    const answer = await add(id, [own, theirs]);
    expect(answer.status, answer.text).to.equal(404);
    expect(answer.text).to.include(theirs).and.to.include('generation_ids');
    expect((await read(id)).items).to.equal(0);
    expect((await add(id, [theirs], stranger)).status).to.equal(404);
    expect((await remove(id, [theirs], stranger)).status).to.equal(404);
    expect((await stranger.client.get(`/v1/collections/${id}`)).status).to.equal(404);
    await add(id, [own]);
    expect(await list(`collection=${id}`, stranger)).to.deep.equal([]);
    const lists = await stranger.client.get<List<CollectionBody>>('/v1/collections');
    expect(lists.body.data).to.deep.equal([]);
  });

  it('refuse no ids, 101 ids, and names that are not one visible line', async () => {
    const { id } = await create('Spring');
    const many = Array.from({ length: 101 }, () => createId('gen'));
    expect((await add(id, many)).status).to.equal(400);
    expect((await add(id, [])).status).to.equal(400);
    expect((await remove(id, many)).status).to.equal(400);
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(81)]) {
      expect((await post('/v1/collections', { name })).status, name).to.equal(400);
    }
  });

  it('never exceed their number in an account, also concurrently', async () => {
    await suite.db.query(
      `WITH added AS (INSERT INTO collection (id, account_id, name)
         SELECT 'col_' || md5($1 || n), $1, 'c' || n FROM generate_series(2, $2::int) n RETURNING 1)
       UPDATE account SET collections = (SELECT count(*) FROM added) WHERE id = $1`,
      [customer.accountId, COLLECTIONS_MAX],
    );
    const names = ['one', 'two', 'three'];
    const answers = await Promise.all(names.map((name) => post('/v1/collections', { name })));
    expect(answers.map(({ status }) => status)).to.have.members([201, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(code(refused?.body)).to.equal('COLLECTION_LIMIT');
    const { body } = await customer.client.get<List<CollectionBody>>('/v1/collections');
    expect(body.data).to.have.length(COLLECTIONS_MAX);
    await customer.client.call('DELETE', `/v1/collections/${body.data[0]?.id}`);
    await create('after a deletion');
  });

  it('never exceed their number of generations, also concurrently', async () => {
    const { id } = await create('Spring');
    const ids = await fill(COLLECTION_ITEMS_MAX + 10);
    await stuff(id, ids.slice(0, COLLECTION_ITEMS_MAX - 5));
    const last = ids.slice(-15);
    const parts = [last.slice(5, 9), last.slice(9, 13), last.slice(11, 15)];
    const answers = await Promise.all(parts.map((part) => add(id, part)));
    expect(answers.map(({ status }) => status)).to.have.members([200, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(code(refused?.body)).to.equal('COLLECTION_ITEM_LIMIT');
    expect((await add(id, last.slice(0, 1))).body.items).to.equal(COLLECTION_ITEMS_MAX);
    expect((await add(id, last.slice(1, 2))).status).to.equal(403);
    expect((await add(id, last.slice(0, 1))).status).to.equal(200);
    await customer.client.call('DELETE', `/v1/collections/${id}`);
    await unfill();
  });

  it('lose a deleted generation, and count it down', async () => {
    const [spring, summer] = [await create('Spring'), await create('Summer')];
    const one = await suite.queued(customer);
    const two = await suite.queued(customer);
    await suite.complete(one);
    await add(spring.id, [one, two]);
    await add(summer.id, [one]);
    const gone = await customer.client.call('DELETE', `/v1/generations/${one}`);
    expect(gone.status, gone.text).to.equal(200);
    expect((await read(spring.id)).items).to.equal(1);
    expect((await read(summer.id)).items).to.equal(0);
    expect((await add(spring.id, [one])).status).to.equal(404);
  });

  it('count right while generations are added and deleted concurrently', async () => {
    const { id } = await create('Spring');
    const ids = await fill(8);
    await add(id, ids.slice(0, 4));
    const calls = ids.flatMap((one) => [
      customer.client.call('DELETE', `/v1/generations/${one}`),
      add(id, [one]),
      remove(id, [one]),
    ]);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).to.deep.equal([]);
    expect((await read(id)).items).to.equal(0);
    expect(await list(`collection=${id}`)).to.deep.equal([]);
  });

  it('are deleted with their account', async () => {
    const { id } = await create('Spring');
    await add(id, [await suite.queued(customer)]);
    await deleteAccount(suite.api.deps, customer.accountId);
    const [row] = await suite.db.query(
      `SELECT (SELECT count(*)::int FROM collection WHERE account_id = $1) AS collections,
         (SELECT count(*)::int FROM collection_item WHERE collection_id = $2) AS items,
         (SELECT collections FROM account WHERE id = $1) AS counted`,
      [customer.accountId, id],
    );
    expect(row).to.deep.equal({ collections: 0, items: 0, counted: 0 });
  });

  it('need the scope `generate` to change, and `read` to be listed', async () => {
    const key = await suite.key(customer.accountId, { scopes: ['read'] });
    const client = suite.client(key.apiKey);
    const answer = await client.call('POST', '/v1/collections', { body: { name: 'x' } });
    expect(answer.status).to.equal(403);
    expect((await client.get('/v1/collections')).status).to.equal(200);
  });
});
