import { expect } from 'chai';
import { VOICES } from '../../domain/catalogue/voices.js';
import { DEAF } from '../architecture/route-samples.js';
import { apiSuite, type ApiSuite, type Customer } from './suite.js';
import { squareUrl } from '../support/data-url.js';
import { until } from '../support/until.js';

interface Page {
  object: string;
  data: { id?: string; voice_key?: string }[];
  next_cursor: string | null;
}

const PHOTO = squareUrl(8);
const NAMES = ['one', 'two', 'three', 'four', 'five'];

const create = async ({ client }: Customer, path: string, body: unknown) => {
  const answer = await client.call<{ id: string }>('POST', path, { body });
  expect(answer.status, answer.text).to.be.oneOf([200, 201, 202]);
  return answer.body.id;
};

/** Creates entries one after the other, so that their order is known. @returns ids in order of creation */
const each = async (names: readonly string[], make: (name: string) => Promise<string>) => {
  const ids: string[] = [];
  for (const name of names) ids.push(await make(name));
  return ids;
};

interface List {
  readonly path: string;
  readonly order: 'newest first' | 'oldest first' | 'as listed';
  /** Creates entries. @returns their ids in order of creation, and the path of the list */
  readonly fill: (suite: ApiSuite, customer: Customer) => Promise<{ ids: string[]; path: string }>;
}

const list = (
  path: string,
  order: List['order'],
  make: (suite: ApiSuite, customer: Customer) => Promise<string[]>,
): List => ({ path, order, fill: async (...all) => ({ ids: await make(...all), path }) });

const LISTS: readonly List[] = [
  list('/v1/generations', 'newest first', (suite, customer) =>
    each(NAMES, (name) => suite.queued(customer, name)),
  ),
  list('/v1/characters', 'newest first', (_, customer) =>
    each(NAMES, (name) =>
      create(customer, '/v1/characters', { name, gender: 'male', images: [PHOTO] }),
    ),
  ),
  list('/v1/products', 'newest first', (_, customer) =>
    each(NAMES, (name) => create(customer, '/v1/products', { name, images: [PHOTO] })),
  ),
  list('/v1/collections', 'newest first', (_, customer) =>
    each(NAMES, (name) => create(customer, '/v1/collections', { name })),
  ),
  list('/v1/webhooks', 'newest first', (_, customer) =>
    each(NAMES, (name) => create(customer, '/v1/webhooks', { url: `${DEAF}/${name}` })),
  ),
  list('/v1/upload-boxes', 'newest first', (_, customer) =>
    each(NAMES, (purpose) => create(customer, '/v1/upload-boxes', { purpose })),
  ),
  {
    path: '/v1/uploads?box_id={box_id}',
    order: 'oldest first',
    async fill(_, customer) {
      const box_id = await create(customer, '/v1/upload-boxes', {});
      const ids = await each(NAMES, () => create(customer, '/v1/uploads', { data: PHOTO, box_id }));
      return { ids, path: `/v1/uploads?box_id=${box_id}` };
    },
  },
  list('/v1/voices', 'as listed', async () => VOICES.map(({ voice_key }) => voice_key)),
  {
    path: '/v1/webhooks/{id}/deliveries',
    order: 'newest first',
    async fill(suite, customer) {
      const id = await create(customer, '/v1/webhooks', { url: `${DEAF}/hooks` });
      const tested = await each(NAMES, async () => {
        await customer.client.call('POST', `/v1/webhooks/${id}/test`);
        const rows: { id: string }[] = await suite.db.query(
          'SELECT id FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY created_at DESC LIMIT 1',
          [id],
        );
        return rows[0]?.id ?? '';
      });
      return { ids: tested, path: `/v1/webhooks/${id}/deliveries` };
    },
  },
];

describe('lists', () => {
  const suite = apiSuite({
    env: { WEBHOOK_ALLOW: DEAF },
    workers: { media: false, outbound: true },
  });
  const member = () =>
    suite.customer({
      plan: 'agency',
      credits: 1_000,
      raised: { requests_per_minute: 10_000, concurrent_jobs: 100 },
    });
  const page = async ({ client }: Customer, path: string, query: string) => {
    const answer = await client.get<Page>(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const idsOf = ({ data }: Page) => data.map(({ id, voice_key: voice }) => id ?? voice ?? '');

  for (const { path: title, order, fill } of LISTS) {
    it(`return each entry once over all pages, ${order}: ${title}`, async () => {
      const customer = await member();
      const { ids, path } = await fill(suite, customer);
      const expected = order === 'newest first' ? ids.toReversed() : ids;
      const whole = await page(customer, path, '');
      expect(idsOf(whole), 'without limit').to.deep.equal(expected);
      expect(whole.next_cursor).to.equal(null);
      for (const limit of [1, 2, ids.length]) {
        const seen: string[] = [];
        let next: string | null = '';
        while (next !== null) {
          const cursor: string = next === '' ? '' : `&cursor=${next}`;
          const { data, next_cursor: after }: Page = await page(
            customer,
            path,
            `limit=${limit}${cursor}`,
          );
          expect(data.length).to.be.within(1, limit);
          seen.push(...data.map(({ id, voice_key: voice }) => id ?? voice ?? ''));
          next = after;
        }
        expect(seen, `${limit} a page`).to.deep.equal(expected);
      }
    });

    it(`reject an invalid limit or cursor: ${title}`, async () => {
      const customer = await member();
      const { path } =
        title.includes('{') || title.includes('voices')
          ? await fill(suite, customer)
          : { path: title };
      for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=abc', 'cursor=', 'page=2']) {
        const separator = path.includes('?') ? '&' : '?';
        const answer = await customer.client.refused('GET', `${path}${separator}${query}`);
        expect(answer.status, `${query}: ${answer.text}`).to.equal(400);
        const issues = answer.body.error.details?.['issues'] as { path: string }[];
        expect(issues.map((issue) => issue.path)).to.deep.equal([`query.${query.split('=')[0]}`]);
      }
    });
  }

  it('return 20 generations by default, with a cursor to the next page', async () => {
    const customer = await member();
    await Promise.all(Array.from({ length: 21 }, (_, at) => suite.queued(customer, `a fox ${at}`)));
    const generations = await page(customer, '/v1/generations', '');
    expect(generations.data).to.have.length(20);
    const rest = await page(customer, '/v1/generations', `cursor=${generations.next_cursor}`);
    expect(rest.data).to.have.length(1);
  });
});

describe('GET /v1/events', () => {
  const suite = apiSuite();

  it('pages by limit and cursor, and accepts `after` as an alias for cursor', async () => {
    const customer = await suite.customer({ credits: 100 });
    const get = async (query: string) => {
      const answer = await customer.client.get<Page>(`/v1/events${query}`);
      expect(answer.status, answer.text).to.equal(200);
      return answer.body;
    };
    const start = await get('');
    for (const prompt of NAMES.slice(0, 3)) {
      await suite.complete(await suite.queued(customer, prompt));
    }
    // An event becomes visible when every older transaction of the PostgreSQL server has ended,
    // including transactions of other suites.
    const whole = await until('three events are listed', async () => {
      const page = await get(`?cursor=${start.next_cursor}`);
      return page.data.length < 3 ? null : page;
    });
    expect(whole.data).to.have.length(3);
    expect((await get(`?after=${start.next_cursor}`)).data).to.deep.equal(whole.data);
    const seen: unknown[] = [];
    let cursor = start.next_cursor;
    for (let at = 0; at < 3; at += 1) {
      const next = await get(`?limit=1&cursor=${cursor}`);
      expect(next.data).to.have.length(1);
      seen.push(...next.data);
      cursor = next.next_cursor;
    }
    expect(seen).to.deep.equal(whole.data);
    const both = `/v1/events?after=${cursor}&cursor=${cursor}`;
    expect((await customer.client.refused('GET', both)).status).to.equal(400);
  });
});
