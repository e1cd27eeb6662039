import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { createId } from '../../domain/contract/ids.js';
import { apiSuite, type Customer } from './suite.js';

interface Page {
  object: string;
  data: GenerationBody[];
  next_cursor: string | null;
}

describe('GET /v1/generations/{id}', () => {
  const suite = apiSuite();

  it('returns the same body as the 202 response until the generation changes', async () => {
    const customer = await suite.customer();
    const created = await customer.client.image({ prompt: 'a red fox' });
    const read = await customer.client.get(`/v1/generations/${created.body.id}`);
    expect(read.status).to.equal(200);
    expect(read.body).to.deep.equal(created.body);
  });

  const requests = [
    ['GET', ''],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const;
  for (const [method, rest] of requests) {
    it(`returns the same 404 for an unknown, malformed or foreign id: ${method} {id}${rest}`, async () => {
      const [owner, stranger] = [await suite.customer(), await suite.customer()];
      const foreign = await suite.queued(owner);
      const ids = [foreign, createId('gen'), 'gen_1', `${foreign}0`, foreign.toUpperCase(), '%00'];
      const bodies = await suite.leavesNothing(stranger.accountId, async () => {
        const answers = ids.map((id) =>
          stranger.client.refused(method, `/v1/generations/${id}${rest}`),
        );
        return (await Promise.all(answers)).map(({ status, text }) => {
          expect(status, text).to.equal(404);
          return text.replace(/req_[0-9a-f]{32}/, 'req_…').replace(/`[^`]+`/, '`the id`');
        });
      });
      expect(new Set(bodies).size, bodies.join('\n')).to.equal(1);
      expect(bodies[0]).to.include('NOT_FOUND');
    });
  }
});

describe('GET /v1/generations', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 10_000, raised: { concurrent_jobs: 1_000 } });
  });

  const page = async (query = '') => {
    const answer = await customer.client.get<Page>(`/v1/generations${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  /** Lists the ids on all pages. `between` runs after each page. */
  const pages = async (limit: number, between: () => Promise<unknown> = async () => null) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { data, next_cursor }: Page = await page(
        `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
      );
      expect(data.length).to.be.within(1, limit);
      ids.push(...data.map(({ id }) => id));
      cursor = next_cursor;
      await between();
    } while (cursor);
    return ids;
  };
  const create = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.unshift(await suite.queued(customer));
    return ids;
  };

  it('returns an empty page for a new account', async () => {
    expect(await page()).to.deep.equal({ object: 'list', data: [], next_cursor: null });
  });

  it('never shows the generations of another account', async () => {
    await suite.queued(await suite.customer());
    const [own] = await create(1);
    expect((await page()).data.map(({ id }) => id)).to.deep.equal([own]);
  });

  it('lists each generation once, newest first, while new generations are created', async () => {
    const ids = await create(7);
    expect(await pages(3, () => suite.queued(customer))).to.deep.equal(ids);
  });

  it('pages through generations created in the same millisecond', async () => {
    const ids = await create(5);
    await suite.db.query('UPDATE generation SET created_at = now() WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(await pages(2)).to.deep.equal(ids.toSorted().toReversed());
  });

  it('returns null as the cursor when the last page is exactly full', async () => {
    await create(4);
    expect(await pages(2)).to.have.length(4);
    expect((await page('?limit=4')).next_cursor).to.equal(null);
  });

  it('continues after a cursor whose generation has been deleted', async () => {
    const [newest, ...rest] = await create(3);
    const { next_cursor: cursor } = await page('?limit=1');
    await suite.complete(newest as string);
    await customer.client.call('DELETE', `/v1/generations/${newest}`);
    expect((await page(`?cursor=${cursor}`)).data.map(({ id }) => id)).to.deep.equal(rest);
  });

  it('returns 20 entries by default, and 1 to 100 with limit', async () => {
    await create(21);
    expect((await page()).data).to.have.length(20);
    expect((await page('?limit=1')).data).to.have.length(1);
    expect((await page('?limit=100')).data).to.have.length(21);
  });

  it('filters by status and by type, on every page', async () => {
    const [queued, processing, completed] = (await create(3)) as [string, string, string];
    await suite.claim(processing);
    await suite.complete(completed);
    const filters: [string, string[]][] = [
      ['status=queued', [queued]],
      ['status=processing', [processing]],
      ['status=completed', [completed]],
      ['status=failed', []],
      ['status=cancelled', []],
      ['type=image', [queued, processing, completed]],
      ['type=video', []],
      ['type=image&status=queued', [queued]],
    ];
    for (const [filter, ids] of filters) {
      const { data, next_cursor } = await page(`?${filter}`);
      expect(
        data.map(({ id }) => id),
        filter,
      ).to.deep.equal(ids);
      expect(next_cursor).to.equal(null);
    }
  });

  it('filters by words, character, model and time, separately and combined', async () => {
    const prompts = ['a red Fox in SNOW', 'a 100%_sure fox', 'ein Füchschen', 'foxes and a hare'];
    const [snow, sure, small, hare] = (await Promise.all(
      prompts.map((prompt) => suite.queued(customer, prompt)),
    )) as [string, string, string, string];
    const ids = [snow, sure, small, hare];
    for (const [index, id] of ids.entries()) {
      await suite.db.query(
        `UPDATE generation SET created_at = to_timestamp($2), model = $3,
           request = request || jsonb_build_object('character_id', $4::text) WHERE id = $1`,
        [
          id,
          index + 1,
          index === 3 ? 'other' : 'same',
          index === 0 ? 'a2b3c4d5e6f7a2b3c4d5' : null,
        ],
      );
    }
    const strangers = await suite.queued(await suite.customer());
    const filters: [string, string[]][] = [
      ['q=fox', [hare, sure, snow]],
      ['q=snow+red', [snow]],
      ['q=FÜCHS', [small]],
      ['q=%25_', [sure]],
      ['q=%25', [sure]],
      ['q=%5C', []],
      ['q=fox&model=same', [sure, snow]],
      ['model=other', [hare]],
      ['model=none', []],
      ['character_id=a2b3c4d5e6f7a2b3c4d5', [snow]],
      ['created_after=2000', [hare, small, sure]],
      ['created_before=2000', [snow]],
      ['created_after=2000&created_before=3000', [sure]],
      ['created_after=2000&q=fox&limit=100', [hare, sure]],
      [`ids=${sure},${hare},${strangers}`, [hare, sure]],
      [`ids=${sure}&model=other`, []],
    ];
    for (const [filter, expected] of filters) {
      const { data } = await page(`?${filter}`);
      expect(
        data.map(({ id }) => id),
        filter,
      ).to.deep.equal(expected);
    }
  });

  it('finds rare words among any number of other generations, page by page', async () => {
    const open = await suite.queued(customer, 'a lynx under way');
    const ended = await suite.queued(customer, 'a LYNX that is done');
    await suite.complete(ended);
    await suite.db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
         created_at)
       SELECT 'gen_' || md5(random()::text), account_id, key_id, type, model, 'completed', 2,
         '{"prompt": "a hare"}', created_at + n * interval '1 second'
       FROM generation, generate_series(1, 5000) AS n WHERE id = $1`,
      [ended],
    );
    const find = async (query: string) => (await page(`?q=lynx&${query}`)).data.map(({ id }) => id);
    expect(await find('limit=100')).to.deep.equal([ended, open]);
    const first = await page('?q=lynx&limit=1');
    expect(first.data.map(({ id }) => id)).to.deep.equal([ended]);
    expect(await find(`limit=1&cursor=${first.next_cursor}`)).to.deep.equal([open]);
    expect(await find('status=queued')).to.deep.equal([open]);
    expect(await find('status=completed&created_after=0')).to.deep.equal([ended]);
    expect(await find('type=video')).to.deep.equal([]);
    expect((await page('?q=hare&limit=1')).next_cursor).to.be.a('string');
    // The check of the ledger would report these generations, because they were never charged.
    await suite.db.query(
      `DELETE FROM generation WHERE request ->> 'prompt' = 'a hare'
      AND account_id = $1`,
      [customer.accountId],
    );
  });

  it('accepts 200 characters of search words, and reports all problems of a query together', async () => {
    const [id] = await create(1);
    const longest = ['fox', ...Array.from({ length: 98 }, () => 'a'), 'x'].join(' ');
    expect(longest).to.have.length(201);
    const words = encodeURIComponent(longest.slice(0, 200));
    expect((await page(`?q=${words}`)).data.map((one) => one.id)).to.deep.equal([id]);
    expect((await page('?q=%20%20')).data, 'a search without words').to.have.length(1);
    const wrong = [
      ['q', encodeURIComponent(longest)],
      ['model', 'm'.repeat(101)],
      ['character_id', 'c'.repeat(65)],
      ['created_after', '8640000000000001'],
      ['created_before', '1.5'],
      ['limit', '101'],
      ['words', 'fox'],
    ] as const;
    const query = wrong.map(([name, value]) => `${name}=${value}`).join('&');
    const { status, body } = await customer.client.refused('GET', `/v1/generations?${query}`);
    expect(status).to.equal(400);
    const { issues } = body.error.details as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).to.have.members(wrong.map(([name]) => `query.${name}`));
    const latest = '?created_after=8640000000000000&created_before=8640000000000000';
    expect((await page(latest)).data).to.deep.equal([]);
  });

  it('keeps its filters across pages, and rejects an invalid time', async () => {
    const ids = await create(3);
    const first = await page('?q=fox&created_after=0&limit=2');
    const second = await page(`?q=fox&created_after=0&limit=2&cursor=${first.next_cursor}`);
    const found = [...first.data, ...second.data].map(({ id }) => id);
    expect(found).to.deep.equal(ids);
    for (const query of ['created_after=9e15', 'created_before=-1', 'created_after=monday', 'q=']) {
      const { status, text } = await customer.client.refused('GET', `/v1/generations?${query}`);
      expect(status, `${query}: ${text}`).to.equal(400);
    }
  });
});

describe('DELETE /v1/generations/{id}', () => {
  const suite = apiSuite();

  it('deletes the record and its files, keeps the charge, and replays the response', async () => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    const keys = await suite.complete(id);
    const { store } = suite.api.deps;
    const { url } = (await customer.client.get(`/v1/generations/${id}`)).body.result ?? {};
    expect(url).to.match(/\/media\/outputs\//);
    const before = await suite.footprint(customer.accountId);

    const idem = randomUUID();
    const path = `/v1/generations/${id}`;
    const deleted = await customer.client.call('DELETE', path, { idem });
    expect(deleted.status, deleted.text).to.equal(200);
    expect(deleted.body).to.deep.equal({ id, object: 'generation', deleted: true });
    expect((await customer.client.refused('GET', path)).status).to.equal(404);
    expect(await Promise.all(keys.map((key) => store.stat(key)))).to.deep.equal([null, null]);
    const media = await fetch(`${suite.api.url}${new URL(url as string).pathname}`);
    expect(media.status).to.equal(404);

    const again = await customer.client.call('DELETE', path, { idem });
    expect([again.status, again.text]).to.deep.equal([200, deleted.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await customer.client.refused('DELETE', path)).status).to.equal(404);
    expect((await suite.footprint(customer.accountId)).balance).to.equal(before.balance);
  });

  it('removes the prompt from stored responses and events, and a replay is free of charge', async () => {
    const customer = await suite.customer();
    const { client, accountId } = customer;
    const prompt = `a ${randomUUID()} fox`;
    const [done, cancelled] = [randomUUID(), randomUUID()];
    const accepted = await client.image({ prompt }, { idem: done });
    const other = await client.image({ prompt });
    await suite.complete(accepted.body.id);
    const claim = { accountId, key: cancelled, fingerprint: 'cancel' };
    await cancelGeneration(suite.api.deps, other.body.id, claim);
    const kept = await client.image({ prompt: 'a kept hare' }, { idem: 'kept' });
    const traces = async (words: string) => {
      const sql = `SELECT (SELECT count(*)::int FROM idempotency_key WHERE account_id = $1 AND body LIKE $2)
        + (SELECT count(*)::int FROM event WHERE account_id = $1 AND body LIKE $2) AS count`;
      const [row]: { count: number }[] = await suite.db.query(sql, [accountId, `%${words}%`]);
      return row?.count;
    };
    expect(await traces(prompt), 'two creations, a cancel, two events').to.equal(5);
    for (const { body } of [accepted, other]) {
      expect((await client.call('DELETE', `/v1/generations/${body.id}`)).status).to.equal(200);
    }
    expect(await traces(prompt)).to.equal(0);
    expect(await traces('a kept hare')).to.equal(1);

    const replay = await suite.leavesNothing(accountId, () =>
      client.image({ prompt }, { idem: done }),
    );
    expect([replay.status, replay.headers.get('idempotent-replayed')]).to.deep.equal([202, 'true']);
    const forgotten = { ...accepted.body, request: { ...accepted.body.request, prompt: null } };
    expect(replay.text).to.equal(JSON.stringify(forgotten));
    const same = await client.image({ prompt: 'a kept hare' }, { idem: 'kept' });
    expect(same.text).to.equal(kept.text);
  });

  it('returns 409 and keeps the generation while it is queued or processing', async () => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    for (const status of ['queued', 'processing']) {
      if (status === 'processing') await suite.claim(id);
      const answer = await suite.leavesNothing(customer.accountId, () =>
        customer.client.refused('DELETE', `/v1/generations/${id}`),
      );
      expect(answer.status, answer.text).to.equal(409);
      expect(answer.body.error.code).to.equal('CONFLICT');
      expect(answer.body.error.details).to.deep.equal({ status });
      expect(answer.headers.get('x-should-retry')).to.equal('false');
    }
    expect((await customer.client.get(`/v1/generations/${id}`)).body.status).to.equal('processing');
  });
});
