import { expect } from 'chai';
import type { Issue } from '../../domain/contract/refusal.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { Metadata } from '../../domain/contract/metadata.js';
import { apiSuite, type Customer } from './suite.js';

interface List {
  readonly data: GenerationBody[];
  readonly next_cursor: string | null;
}

const pairs = (count: number, key = (at: number) => `k${at}`): Metadata =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [key(at), String(at)]));

describe('metadata of generations', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });

  const create = async (metadata?: Metadata, by = customer) => {
    const answer = await by.client.image({ prompt: 'a fox', ...(metadata && { metadata }) });
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  };
  const refuse = async (metadata: unknown) => {
    const body = { prompt: 'a fox', metadata };
    const answer = await suite.leavesNothing(customer.accountId, () =>
      customer.client.refused('POST', '/v1/images', { body }),
    );
    expect(answer.status, answer.text).to.equal(400);
    const issues = answer.body.error.details?.['issues'] as Issue[] | undefined;
    return (issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  };
  const find = async (query: string, by = customer) => {
    const answer = await by.client.get<List>(`/v1/generations?${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.map(({ id }) => id);
  };

  it('returns the pairs in every response and in the event', async () => {
    const given = { order: '42', 'Kunde/ä.b': '', ['__proto__']: 'x', ['🦊'.repeat(40)]: 'y' };
    const made = await create(given);
    expect(made.metadata).to.deep.equal(given);
    await suite.complete(made.id);
    const read = await customer.client.get(`/v1/generations/${made.id}`);
    expect(read.body.metadata).to.deep.equal(given);
    expect(Object.keys(read.body.metadata)).to.deep.equal(Object.keys(made.metadata));
    const [event] = await suite.eventsOf(customer.accountId);
    expect(JSON.parse(event?.body ?? '').data.metadata).to.deep.equal(given);
  });

  it('is an empty object for a request without metadata, and null counts as absent', async () => {
    expect((await create()).metadata).to.deep.equal({});
    const answer = await customer.client.image({ prompt: 'a fox', metadata: null });
    expect(answer.body.metadata).to.deep.equal({});
  });

  it('accepts 16 pairs with keys of 40 and values of 500 characters, but not more', async () => {
    const largest = pairs(16, (at) => String(at).padEnd(40, 'k'));
    const filled = Object.fromEntries(
      Object.keys(largest).map((key) => [key, '🦊'.repeat(500)] as const),
    );
    expect((await create(filled)).metadata).to.deep.equal(filled);
    expect(await refuse(pairs(17))).to.deep.equal([
      'body.metadata: must have at most 16 entries, not 17',
    ]);
    expect(await refuse({ a: 'v'.repeat(501), ['k'.repeat(41)]: 'v', b: 'v' })).to.deep.equal([
      `body.metadata.${'k'.repeat(41)}: has a name that is not allowed: use 1 to 40 characters without \`[\` and \`]\``,
      'body.metadata.a: must have at most 500 characters, not 501; shorten it',
    ]);
  });

  it('lists every invalid key and value', async () => {
    const problems = await refuse({ '': 'x', 'a[b]': 'x', n: 1, o: {}, l: [], z: null, t: true });
    expect(problems).to.have.members([
      'body.metadata.: has a name that is not allowed: use 1 to 40 characters without `[` and `]`',
      'body.metadata.a[b]: has a name that is not allowed: use 1 to 40 characters without `[` and `]`',
      'body.metadata.n: must be a string, not a number (1)',
      'body.metadata.o: must be a string, not an object',
      'body.metadata.l: must be a string, not an array',
      'body.metadata.z: must be a string, not null',
      'body.metadata.t: must be a string, not a boolean (true)',
    ]);
    expect(await refuse('order=42')).to.deep.equal([
      'body.metadata: must be an object, not a string ("order=42")',
    ]);
  });

  it('refuses characters that PostgreSQL cannot store, in keys and in values', async () => {
    for (const wrong of ['a\0', '\uD800', '\uDC00b']) {
      for (const metadata of [{ [wrong]: 'v' }, { k: wrong }]) {
        const [problem, ...others] = await refuse(metadata);
        expect(problem).to.match(/^body\.metadata\..+: contains a NUL character or half of/s);
        expect(others).to.deep.equal([]);
      }
    }
  });

  it('keeps the error short for a body with thousands of pairs or a huge key', async () => {
    expect(await refuse(pairs(9_000))).to.deep.equal([
      'body.metadata: must have at most 16 entries, not 9000',
    ]);
    const problems = await refuse({ ['k'.repeat(500_000)]: 1 });
    expect(problems).to.have.length(2);
    for (const problem of problems) expect(problem.length).to.be.below(300);
  });

  it('is part of the request: reusing an Idempotency-Key with other pairs is refused', async () => {
    const send = (order: string) =>
      customer.client.image({ prompt: 'a fox', metadata: { order } }, { idem: 'one' });
    const first = await send('1');
    const replay = await send('1');
    expect(replay.text).to.equal(first.text);
    expect(replay.headers.get('idempotent-replayed')).to.equal('true');
    expect((await send('2')).status).to.equal(422);
  });

  it('is accepted in a quote and in a video', async () => {
    const quote = await customer.client.call('POST', '/v1/quote', {
      body: { type: 'image', prompt: 'a fox', metadata: { order: '42' } },
    });
    expect(quote.status, quote.text).to.equal(200);
    const video = await customer.client.video({
      model: 'seedance-2.5',
      prompt: 'a fox',
      metadata: { order: '42' },
    });
    expect(video.status, video.text).to.equal(202);
    expect(video.body.metadata).to.deep.equal({ order: '42' });
    expect(await find('metadata[order]=42')).to.deep.equal([video.body.id]);
  });

  it('filters by pairs, and all of the pairs must match', async () => {
    const both = await create({ order: '42', shop: 'a&b' });
    const one = await create({ order: '42', shop: 'c' });
    await create({ order: '421' });
    await create({ shop: 'a&b' });
    await create();
    await suite.complete(both.id);
    expect(await find('metadata[order]=42')).to.deep.equal([one.id, both.id]);
    expect(await find('metadata%5Border%5D=42&metadata[shop]=a%26b')).to.deep.equal([both.id]);
    expect(await find('metadata[order]=42&status=completed')).to.deep.equal([both.id]);
    expect(await find('metadata[order]=42&q=fox')).to.have.length(2);
    expect(await find('metadata[order]=42&q=hare')).to.deep.equal([]);
    expect(await find('metadata[order]=4')).to.deep.equal([]);
    expect(await find('metadata[Order]=42')).to.deep.equal([]);
  });

  it('never matches generations of another account', async () => {
    const stranger = await suite.customer();
    const theirs = await create({ order: '42' }, stranger);
    await suite.complete(theirs.id);
    expect(await find('metadata[order]=42')).to.deep.equal([]);
    expect(await find('metadata[order]=42', stranger)).to.deep.equal([theirs.id]);
  });

  it('matches rare pairs in a long list exactly once, page by page', async () => {
    const rare = await Promise.all(['a', 'b', 'c'].map((at) => create({ rare: 'yes', at })));
    for (const { id } of rare) await suite.complete(id);
    await suite.db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
         created_at, completed_at, metadata)
       SELECT 'gen_' || md5($1 || n), $1, 'key', 'image', 'm', 'completed', 0, '{}',
         now() + n * interval '1 ms', now(), '{"rare": "no"}' FROM generate_series(1, 300) n`,
      [customer.accountId],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer: { body: List } = await customer.client.get<List>(
        `/v1/generations?limit=2&metadata[rare]=yes${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...answer.body.data.map(({ id }) => id));
      cursor = answer.body.next_cursor;
    }
    await suite.db.query('DELETE FROM generation WHERE account_id = $1 AND credits = 0', [
      customer.accountId,
    ]);
    expect(seen).to.have.members(rare.map(({ id }) => id));
    expect(seen).to.have.length(3);
  });

  it('rejects a filter that cannot match any metadata, and lists every problem', async () => {
    const many = Array.from({ length: 17 }, (_, at) => `metadata[k${at}]=v`).join('&');
    for (const [query, said] of [
      [many, 'query.metadata: must have at most 16 entries, not 17'],
      ['metadata[]=x', 'query.metadata.: has a name that is not allowed'],
      ['metadata[a]=x&metadata[a]=y', 'query.metadata.a: must be given once, not 2 times'],
      [`metadata[a]=${'v'.repeat(501)}`, 'query.metadata.a: must have at most 500 characters'],
      ['metadata[a]=%00', 'query.metadata.a: contains a NUL character'],
      ['metadata=42', 'query.metadata: must be an object, not "42"'],
      ['metdata[a]=1', 'query.metdata: is not a known query parameter; did you mean `metadata`?'],
    ] as const) {
      const answer = await customer.client.refused('GET', `/v1/generations?${query}`);
      expect(answer.status, query).to.equal(400);
      expect(answer.body.error.message, query).to.include(said);
    }
  });

  it('is removed from stored responses and events with the generation', async () => {
    const { id } = await create({ customer: 'unmistakable' });
    await suite.complete(id);
    const gone = await customer.client.call('DELETE', `/v1/generations/${id}`);
    expect(gone.status, gone.text).to.equal(200);
    const [row]: { found: number }[] = await suite.db.query(
      `SELECT (SELECT count(*) FROM idempotency_key WHERE account_id = $1 AND body LIKE $2)::int
         + (SELECT count(*) FROM event WHERE account_id = $1 AND body LIKE $2)::int AS found`,
      [customer.accountId, '%unmistakable%'],
    );
    expect(row).to.deep.equal({ found: 0 });
  });
});
